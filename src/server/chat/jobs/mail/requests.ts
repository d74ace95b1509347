import type { MailRow } from '../../../data/schema'
import { prepareLoginCode } from '../../actions/users/login-codes'
import { preparePasswordReset } from '../../actions/users/password-reset-mail'
import { prepareSignUp } from './confirmation-mail'
import { mailRequests } from '../../notify/mail/enqueue'
import type { MailRequestName } from '../../notify/mail/enqueue'
import type { Prepared, SenderContext } from '../../notify/mail/prepared'

type Prepare = (ctx: SenderContext, mail: MailRow) => Promise<Prepared | undefined>

const preparations: Readonly<Record<MailRequestName, Prepare>> = {
  'request:login_code': prepareLoginCode,
  'request:password_reset': preparePasswordReset,
  'request:sign_up': prepareSignUp,
}

/** The content of a queued mail. Requests of anonymous callers are looked up now. */
export async function prepare(
  ctx: SenderContext,
  mail: MailRow,
): Promise<{ template: string; values: Record<string, string>; locale: string } | undefined> {
  const request = mailRequests.find((name) => name === mail.template)
  if (request) return preparations[request](ctx, mail)
  return {
    template: mail.template,
    values: mail.values as Record<string, string>,
    locale: mail.locale,
  }
}
