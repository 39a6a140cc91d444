import { Field, integer, string } from '../../http/schema/schema.js';
import type { EmailRow } from './emails.repository.js';

export class EmailView {
  @Field(integer('Identifier of the email.', { examples: [4] })) id: number;
  @Field(string('The address in lower case.', { examples: ['ada@analytical.example'] }))
  email: string;

  constructor({ id, email }: EmailRow) {
    this.id = id;
    this.email = email;
  }
}
