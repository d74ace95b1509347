import type { AppContext } from '../../../context'
import type { RealmRow } from '../../../data/schema'
import { languageFor, sayingIn } from '../../../text/i18n/languages'
import { MailError } from '../../../stores/mail/transport'
import { BadRequestError } from '../../rules/errors'
import { newMessageId } from '../../rules/mail/message-ids'
import { isEmailAddress } from '../../rules/names'
import { realmSettingsOf } from '../../rules/realms/settings'
import { hostOf, realmUrl } from '../../notify/mail/enqueue'
import { transportOf } from './sender'
import { testMail } from '../../notify/mail/templates/accounts'

/**
 * Sends a mail directly, without the queue, so that an operator can test the configuration.
 * @throws BadRequestError with the reason of the failure
 */
export async function sendTestMail(
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  realm: RealmRow,
  to: string,
): Promise<void> {
  const transport = transportOf(config)
  if (!transport) throw new BadRequestError('No mail is sent: SMTP_URL is not set.')
  if (!isEmailAddress(to)) throw new BadRequestError(`'${to}' is not an email address.`)
  const { default_language: locale } = realmSettingsOf({ realm_settings: realm.settings })
  const letter = testMail(sayingIn(locale), {}, { realm: realm.name })
  try {
    await transport.send({
      to,
      messageId: newMessageId(hostOf(config)),
      date: clock.now(),
      letter: {
        ...letter,
        language: languageFor(locale),
        realm: realm.name,
        realmUrl: realmUrl(config, realm.string_id),
      },
    })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new BadRequestError(`The mail server did not take it: ${error.message}`)
  }
}
