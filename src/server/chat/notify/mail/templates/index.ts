import { accountDeactivated, newApiKey, newLogin, testMail } from './accounts'
import { addressAsked, addressChanged, confirmAddress } from './addresses'
import { digest } from './digest'
import { invitation, invitationReminder } from './invitations'
import { missedMessages } from './missed-messages'
import { loginCode, passwordChanged, passwordReset, passwordResetDeactivated } from './passwords'
import { accountRegistered, signUp, signUpDeactivated, signUpKnown } from './sign-up'
import { accountMade } from './welcome'

/** Templates by the name stored in the queue. Never rename one: queued mails may use the name. */
export const templates = {
  login_code: loginCode,
  password_reset: passwordReset,
  password_reset_deactivated: passwordResetDeactivated,
  password_changed: passwordChanged,
  confirm_address: confirmAddress,
  address_asked: addressAsked,
  address_changed: addressChanged,
  account_deactivated: accountDeactivated,
  account_made: accountMade,
  new_login: newLogin,
  new_api_key: newApiKey,
  invitation,
  invitation_reminder: invitationReminder,
  sign_up: signUp,
  sign_up_known: signUpKnown,
  sign_up_deactivated: signUpDeactivated,
  account_registered: accountRegistered,
  missed_messages: missedMessages,
  digest,
  test: testMail,
} as const

export type TemplateName = keyof typeof templates

/** The values that a template needs. */
export type TemplateValues<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[1]
