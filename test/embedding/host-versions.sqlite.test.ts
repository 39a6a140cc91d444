import { Module, VersioningType, type VersioningOptions } from '@nestjs/common';
import { ForgenoteModule } from '../../src/app/embedding/forgenote.module.js';
import { endHosts, HOST_TOKEN, HostController, hostSettings, startHost } from '../support/host.js';

describe('a host application with versions', () => {
  afterEach(endHosts);

  it.each<[string, VersioningOptions, string, Record<string, string>]>([
    ['the path', { type: VersioningType.URI, defaultVersion: '1' }, '/v1/host', {}],
    [
      'a header',
      { type: VersioningType.HEADER, header: 'x-version', defaultVersion: '1' },
      '/host',
      { 'x-version': '1' },
    ],
  ])('in %s leaves the paths of the service as they are', async (_, versions, own, headers) => {
    @Module({
      imports: [ForgenoteModule.forRoot(await hostSettings())],
      controllers: [HostController],
    })
    class HostModule {}
    const { url } = await startHost(HostModule, (app) => app.enableVersioning(versions));
    expect(await (await fetch(url + own, { headers })).json()).toEqual({ of: 'the host' });
    const token = { headers: { 'private-token': HOST_TOKEN } };
    for (const path of ['/api/v3/user', '/health', '/docs', '/root'])
      expect([path, (await fetch(url + path, token)).status]).toEqual([path, 200]);
  });
});
