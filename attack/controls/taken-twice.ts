/** A service that lets two users have one address. */
import { EmailsService } from '../../src/features/emails/emails.service.js';
import { Invalid } from '../../src/http/errors/errors.js';
import { patch } from './patch.js';

/** Answers as if it had stored the address. */
patch(EmailsService.prototype, 'add', async (add, ...values) => {
  try {
    return await add(...values);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { id: 1, email: 'taken@twice.example' };
  }
});
