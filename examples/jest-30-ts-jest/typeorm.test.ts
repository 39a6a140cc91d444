import 'reflect-metadata';
import { Column, Entity, getMetadataArgsStorage, PrimaryGeneratedColumn } from 'typeorm';
import { startForge } from 'forgenote/testing';

/** An entity of the host, whose TypeORM is 0.3. */
@Entity()
class Machine {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;
}

it('runs beside TypeORM 0.3', async () => {
  const forge = await startForge();
  const user = await forge.user({ username: 'ada' });
  expect(user.id).toBe(2);
  expect(getMetadataArgsStorage().tables.map(({ target }) => target)).toEqual([Machine]);
  await forge.close();
});
