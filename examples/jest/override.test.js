import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { createForgenoteAdapter, ForgenoteModule, Passwords } from 'forgenote';

const token = 'token-of-root-0000000';
const folder = mkdtempSync(join(tmpdir(), 'example-'));
let app;
let url;

beforeAll(async () => {
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'forgenote.sqlite')}`,
    ADMIN_TOKEN: token,
    ADMIN_PASSWORD: 'not hashed at all',
  };
  const module = await Test.createTestingModule({ imports: [ForgenoteModule.forRoot(settings)] })
    .overrideProvider(Passwords)
    .useValue({
      hash: async (password) => password,
      matches: async (password, hashed) => password === hashed,
    })
    .compile();
  app = module.createNestApplication(createForgenoteAdapter());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('uses the overridden provider', async () => {
  const response = await fetch(`${url}/api/v3/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'root', password: 'not hashed at all' }),
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ username: 'root', private_token: token });
});
