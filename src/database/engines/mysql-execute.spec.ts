import { statement } from '../statement.js';
import { prepare } from './mysql-execute.js';

describe('prepare', () => {
  it('casts ids to integers on MariaDB', () => {
    const sent = statement('UPDATE t SET t.author_id = :ghost WHERE t.id = :id AND id = :id');
    const cast = '/*M! CAST(*/ ? /*M! AS SIGNED)*/';
    expect(prepare(sent, { id: 7, ghost: null })).toEqual({
      text: `UPDATE t SET t.author_id = ${cast} WHERE t.id = ${cast} AND id = ${cast}`,
      bound: [null, 7, 7],
    });
  });

  it('keeps texts and everything that is not compared with a column of ids', () => {
    const { text } = statement(
      'SELECT 1 FROM t WHERE unique_id = :a AND extern_uid = :b AND :c = 1 AND id > :d AND paid = :e LIMIT :f',
    );
    expect(prepare({ text, names: [] }, {}).text).toBe(text);
  });

  it('casts the ids of a statement that has another text on servers', () => {
    const sent = statement('SELECT 1 FROM t WHERE t.id IN (:ids...) AND t.user_id = :user');
    expect(prepare(sent, { ids: '[]', user: 1 }).text).toMatch(/JSON_TABLE.*CAST\(\*\/ \?/);
  });
});
