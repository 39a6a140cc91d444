"""What the mail server of the tests does with mails: keeps them in a Maildir, and refuses some recipients."""

import asyncio
import os

from aiosmtpd.handlers import Mailbox


class TestMailbox(Mailbox):
    """Decides by the local part: `dead` has no mailbox, `slow` waits for a file, `later` is greylisted once."""

    def __init__(self, mail_dir):
        super().__init__(mail_dir)
        self.go = os.path.join(mail_dir, "go")
        self.seen = set()

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        local_part = address.partition("@")[0]
        if local_part == "dead":
            return "550 5.1.1 No such user"
        if local_part == "later" and address not in self.seen:
            self.seen.add(address)
            return "450 4.2.0 Greylisted, try again"
        while local_part == "slow" and not os.path.exists(self.go):
            await asyncio.sleep(0.02)
        envelope.rcpt_tos.append(address)
        return "250 OK"
