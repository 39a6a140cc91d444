import { Controller, Get, Module, VersioningType, type VersioningOptions } from '@nestjs/common';
import { ForgenoteModule } from '../../src/forgenote.module.js';
import {
  dropHostDatabases,
  HOST_TOKEN,
  hostSettings,
  startHost,
  type Host,
} from '../support/host.js';

@Controller('host')
class HostController {
  @Get()
  get() {
    return { of: 'the host' };
  }
}

describe('a host application with versions', () => {
  let host: Host | undefined;
  afterEach(async () => {
    await host?.close();
    await dropHostDatabases();
  });

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
    host = await startHost(HostModule, (app) => app.enableVersioning(versions));
    const { url } = host;
    expect(await (await fetch(url + own, { headers })).json()).toEqual({ of: 'the host' });
    const token = { headers: { 'private-token': HOST_TOKEN } };
    for (const path of ['/api/v3/user', '/health', '/docs', '/root'])
      expect([path, (await fetch(url + path, token)).status]).toEqual([path, 200]);
  });
});
