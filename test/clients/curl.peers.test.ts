import { execFile } from 'node:child_process';
import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { showsErrors, TOO_LARGE_LENGTH, UNAVAILABLE_LENGTH } from './errors.js';

interface Answer {
  status: number;
  body: unknown;
}

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
  project = await forge.seed.project(ada, { visibility_level: 20 });
});
afterAll(() => forge.close());

/** Runs a line of a shell, as people paste it. `$API`, `$TOKEN` and `$ID` (the project) are set. */
function shell(line: string): Promise<Answer> {
  return shellOf({ API: forge.api, TOKEN: ada.token, ID: String(project.id) }, line);
}

function shellOf(variables: Record<string, string>, line: string): Promise<Answer> {
  const env = { PATH: '/usr/bin:/bin', ...variables };
  const ends = `${line} --silent --show-error --write-out '\n%{http_code}'`;
  return new Promise((resolve, reject) => {
    execFile('/usr/bin/bash', ['-c', ends], { env }, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr));
        return;
      }
      const [, json = '', status] = /^([^]*)\n(\d+)$/.exec(stdout) ?? [];
      resolve({ status: Number(status), body: JSON.parse(json) });
    });
  });
}

const form = '-d title=Hums -d description=Loudly';
const issues = '$API/projects/$ID/issues';

describe('curl', () => {
  it.each([
    ['a header', 'curl -H "PRIVATE-TOKEN: $TOKEN" $API/user'],
    ['a header in lower case', 'curl --header "private-token: $TOKEN" "$API/user"'],
    ['Bearer', 'curl -H "Authorization: Bearer $TOKEN" $API/user'],
    ['--oauth2-bearer', 'curl --oauth2-bearer $TOKEN $API/user'],
    ['the query', 'curl "$API/user?private_token=$TOKEN"'],
    ['the query, as access_token', 'curl "$API/user?access_token=$TOKEN"'],
    ['the query with -G', 'curl -G $API/user -d private_token=$TOKEN'],
    ['the query with -G, encoded', 'curl -G $API/user --data-urlencode "private_token=$TOKEN"'],
    ['a trailing slash', 'curl -H "PRIVATE-TOKEN: $TOKEN" $API/user/'],
    ['a trailing .json', 'curl -H "PRIVATE-TOKEN: $TOKEN" $API/user.json'],
    ['HTTP/1.0', 'curl -0 -H "PRIVATE-TOKEN: $TOKEN" $API/user'],
    ['--request GET', 'curl --request GET -H "PRIVATE-TOKEN: $TOKEN" $API/user'],
    ['-X GET with a form', 'curl -X GET -H "PRIVATE-TOKEN: $TOKEN" $API/user -d x=1'],
    [
      'a JSON type without a body',
      'curl -H "PRIVATE-TOKEN: $TOKEN" -H "Content-Type: application/json" $API/user',
    ],
    ['--compressed', 'curl --compressed -H "PRIVATE-TOKEN: $TOKEN" $API/user'],
  ])('reads the current user: %s', async (_, line) => {
    expect(await shell(line)).toMatchObject({ status: 200, body: { username: 'ada' } });
  });

  it.each([
    ['a form', `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} ${form}`],
    ['a form with -X POST', `curl -X POST -H "PRIVATE-TOKEN: $TOKEN" ${issues} ${form}`],
    [
      'one form string',
      `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} -d "title=Hums&description=Loudly"`,
    ],
    [
      '--data-urlencode',
      `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} --data-urlencode "title=Hums" --data-urlencode "description=Loudly"`,
    ],
    ['multipart', `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} -F title=Hums -F description=Loudly`],
    [
      'multipart with the token',
      `curl ${issues} -F private_token=$TOKEN -F title=Hums -F description=Loudly`,
    ],
    ['a form with the token', `curl ${issues} -d private_token=$TOKEN ${form}`],
    ['a form with access_token', `curl ${issues} -d access_token=$TOKEN ${form}`],
    [
      '--json',
      `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} --json '{"title": "Hums", "description": "Loudly"}'`,
    ],
    [
      'JSON with a type',
      `curl -H "PRIVATE-TOKEN: $TOKEN" -H "Content-Type: application/json" ${issues} -d '{"title": "Hums", "description": "Loudly"}'`,
    ],
    [
      'JSON with the token',
      `curl ${issues} --json '{"private_token": "'$TOKEN'", "title": "Hums", "description": "Loudly"}'`,
    ],
    [
      'JSON from stdin',
      `echo '{"title": "Hums", "description": "Loudly"}' | curl -H "PRIVATE-TOKEN: $TOKEN" -H "Content-Type: application/json" ${issues} -d @-`,
    ],
    [
      'all in the query',
      `curl -X POST "${issues}?private_token=$TOKEN&title=Hums&description=Loudly"`,
    ],
    [
      'the query and an empty form',
      `curl -H "PRIVATE-TOKEN: $TOKEN" "${issues}?title=Hums&description=Loudly" -d ""`,
    ],
    [
      'the query and the body',
      `curl "${issues}?private_token=$TOKEN&title=Hums" -d description=Loudly`,
    ],
    ['chunks', `curl -H "PRIVATE-TOKEN: $TOKEN" -H "Transfer-Encoding: chunked" ${issues} ${form}`],
    [
      'Expect: 100-continue',
      `curl -H "PRIVATE-TOKEN: $TOKEN" -H "Expect: 100-continue" ${issues} ${form}`,
    ],
  ])('opens an issue: %s', async (_, line) => {
    expect(await shell(line)).toMatchObject({
      status: 201,
      body: { title: 'Hums', description: 'Loudly', author: { username: 'ada' } },
    });
  });

  it.each([
    ['a form', '-X PUT -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID -d description=New'],
    ['the query', '-X PUT "$API/projects/$ID?description=New&private_token=$TOKEN"'],
    [
      'the query, without a body',
      '-X PUT -d "" "$API/projects/$ID?description=New&access_token=$TOKEN"',
    ],
    ['multipart', '-X PUT -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID -F description=New'],
    ['JSON', `-X PUT -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID --json '{"description": "New"}'`],
    [
      'the path of the project',
      '-X PUT -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$(curl -s -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID | sed \'s/.*"path_with_namespace":"\\([^"]*\\)".*/\\1/; s,/,%2F,\') -d description=New',
    ],
  ])('modifies a project: %s', async (_, line) => {
    expect(await shell(`curl ${line}`)).toMatchObject({
      status: 200,
      body: { id: project.id, description: 'New' },
    });
  });

  it.each([
    ['a header', '-H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID/issues/$ISSUE'],
    ['the query', '"$API/projects/$ID/issues/$ISSUE?private_token=$TOKEN"'],
    ['a form', '-d private_token=$TOKEN $API/projects/$ID/issues/$ISSUE'],
    [
      'a JSON type and no body',
      '-H "PRIVATE-TOKEN: $TOKEN" -H "Content-Type: application/json" $API/projects/$ID/issues/$ISSUE',
    ],
  ])('deletes an issue: %s', async (_, line) => {
    const { id } = await forge.seed.issue(project, ada);
    const answer = await shell(`ISSUE=${id}; curl -X DELETE ${line}`);
    expect(answer).toMatchObject({ status: 200, body: { id } });
  });

  const labels = '-H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID/labels';
  it.each([
    ['a form', `${labels} -d name=$NAME -d color=%23D9534F`],
    ['--data-urlencode', `${labels} -d name=$NAME --data-urlencode color=#D9534F`],
    ['multipart', `${labels} -F name=$NAME -F color=#D9534F`],
    ['--json', `${labels} --json '{"name": "'$NAME'", "color": "#D9534F"}'`],
  ])('creates, changes, lists and deletes a label: %s', async (way, line) => {
    const name = `by ${way}`.replaceAll(' ', '-');
    expect(await shell(`NAME=${name}; curl ${line}`)).toMatchObject({
      status: 201,
      body: { name, color: '#D9534F' },
    });
    const changed = await shell(`curl -X PUT ${labels} -d name=${name} -d color=%23428BCA`);
    expect(changed).toMatchObject({ status: 200, body: { name, color: '#428BCA' } });
    const listed = async () => (await shell(`curl ${labels}`)).body;
    expect(await listed()).toContainEqual(changed.body);
    const deleted = await shell(`curl -X DELETE ${labels} -d name=${name}`);
    expect(deleted).toMatchObject({ status: 200, body: { name } });
    expect(await listed()).not.toContainEqual(changed.body);
  });

  it.each([
    ['a form', '-d title=Hums -d labels=bug,mill'],
    ['a list in a form', '-d title=Hums -d labels[]=bug -d labels[]=mill'],
    ['--json', `--json '{"title": "Hums", "labels": ["bug", "mill"]}'`],
  ])('opens an issue with labels: %s', async (_, body) => {
    expect(await shell(`curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} ${body}`)).toMatchObject({
      status: 201,
      body: { labels: ['bug', 'mill'] },
    });
  });

  it('deletes a label named in the query', async () => {
    await shell(`curl ${labels} -d name=query -d color=%23D9534F`);
    const line = 'curl -X DELETE -H "PRIVATE-TOKEN: $TOKEN" "$API/projects/$ID/labels?name=query"';
    expect(await shell(line)).toMatchObject({ status: 200, body: { name: 'query' } });
  });

  it.each([
    [401, '401 Unauthorized', 'curl $API/user'],
    [401, '401 Unauthorized', 'curl -H "PRIVATE-TOKEN: $TOKEN.x" $API/user'],
    [401, '401 Unauthorized', 'curl -u "ada:$TOKEN" $API/user'],
    [403, '403 Forbidden', 'curl -X PUT -H "PRIVATE-TOKEN: $TOKEN" $API/users/1/block'],
    [404, '404 Project Not Found', 'curl -H "PRIVATE-TOKEN: $TOKEN" $API/projects/0'],
    [404, '404 Not Found', 'curl -H "PRIVATE-TOKEN: $TOKEN" $API/projects/$ID/repository/branches'],
    [405, '405 Not Allowed', 'curl -X PATCH -H "PRIVATE-TOKEN: $TOKEN" $API/user'],
    [400, { title: ['is missing'] }, `curl -X POST -H "PRIVATE-TOKEN: $TOKEN" ${issues}`],
    [400, { scope: ['is not supported'] }, `curl -H "PRIVATE-TOKEN: $TOKEN" "${issues}?scope=x"`],
    [
      400,
      '400 Bad Request - the body is not valid JSON',
      `curl -H "PRIVATE-TOKEN: $TOKEN" ${issues} --json '{title: 1}'`,
    ],
  ])('shows an error: %i %j', async (status, message, line) => {
    expect(await shell(line)).toEqual({ status, body: { message } });
  });
});

showsErrors('curl', async (given) => {
  const variables = {
    ...{ API: `${given.url}/api/v3`, ADA: given.ada, NOBODY: given.nobody },
    ...{ ID: String(given.project), ISSUE: String(given.issue) },
  };
  const refusal = async (line: string) => {
    const { status, body } = await shellOf(variables, `curl ${line}`);
    return [status, JSON.stringify(body)];
  };
  const hers = '-H "PRIVATE-TOKEN: $ADA"';
  const createLong = (length: number) =>
    refusal(`${hers} ${issues} -d title=Long -d description=${'x'.repeat(length)}`);
  return {
    unavailable: await createLong(UNAVAILABLE_LENGTH),
    too_large: await createLong(TOO_LARGE_LENGTH),
    unsupported_type: await refusal(`${hers} -H "Content-Type: text/xml" ${issues} -d "<title/>"`),
    limited: await refusal(`${hers} ${issues}/$ISSUE/notes -d body=Second.`),
    unauthorized: await refusal('-H "PRIVATE-TOKEN: $NOBODY" $API/users'),
    forbidden: await refusal(`${hers} -X POST $API/users/1/block`),
    not_found: await refusal(`${hers} -X PUT ${issues}/999999 -d title=x`),
    unknown_route: await refusal(`${hers} $API/projects/$ID/repository/branches`),
    not_allowed: await refusal(`${hers} -X DELETE $API/user`),
    invalid: await refusal(`${hers} ${issues} -d title=`),
    unsupported: await refusal(`${hers} "${issues}?scope=all"`),
    conflict: await refusal(`${hers} ${issues}/$ISSUE/award_emoji -d name=100`),
  };
});
