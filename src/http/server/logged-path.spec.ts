import { loggedPath } from './logged-path.js';

describe('loggedPath', () => {
  it.each([
    ['/api/v3/user?private_token=secret', '/api/v3/user'],
    ['/api/v3/user#private_token=secret', '/api/v3/user'],
    ['http://localhost:3000/api/v3/user?a=b', '/api/v3/user'],
    ['/api/v3/user%3Fprivate_token=secret', '/api/v3/user%3F…'],
    ['/api/v3/user%3Faccess_token%3Dsecret', '/api/v3/user%3F…'],
    ['/api/v3/user%253FPRIVATE%255Ftoken%253Dsecret', '/api/v3/user%253F…'],
    ['/api/v3/session%3flogin=ada&password=secret', '/api/v3/session%3f…'],
    ['/users/confirmation%3Fconfirmation_token%3Dsecret', '/users/confirmation%3F…'],
    ['/x&private_token=one&access_token=two/y', '/x&private_token=…&access_token=…/y'],
    ['/x&private_token[]=one&ACCESS_TOKEN[a]=two', '/x&private_token[]=…&ACCESS_TOKEN[a]=…'],
    ['/x&private%5Ftoken%5B%5D%3Done/y', '/x&private%5Ftoken%5B%5D%3D…/y'],
    ['/x&Password=one&password[a][b]=two', '/x&Password=…&password[a][b]=…'],
    ['/ada/private_token', '/ada/private_token'],
    ['/user/password', '/user/password'],
  ])('writes %s as %s', (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});
