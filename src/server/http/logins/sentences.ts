/*
 * The sentences on pages of logins, in German. The English sentence is the key, with `{}` for each text in it, so whoever
 * refuses a login writes one sentence; `tests/unit/http/login-sentences.test.ts` finds those that are missing here.
 */

/** Languages of the pages. */
export const pageLanguages = ['en', 'de'] as const
export type PageLanguage = (typeof pageLanguages)[number]

export const germanSentences: Readonly<Record<string, string>> = {
  'A login by {} has to begin here. Please log in again.':
    'Eine Anmeldung über {} muss hier beginnen. Bitte melde dich noch einmal an.',
  'Your account at {} cannot be used here.': 'Dein Konto bei {} kann hier nicht verwendet werden.',
  'Your account has just been deleted.': 'Dein Konto wurde gerade gelöscht.',
  '{} cannot be asked. Please tell an administrator.':
    '{} kann nicht gefragt werden. Bitte informiere eine Administratorin oder einen Administrator.',
  '{} cannot give you an account: {}': '{} kann dir kein Konto geben: {}',
  '{} has no page to log in at.': '{} hat keine Seite zum Anmelden.',
  '{} has the id of another person.': '{} hat die ID einer anderen Person.',
  '{} shows nobody named {}.': '{} zeigt niemanden mit dem Namen {}.',
  'Too many people log in at the moment. Please try again.':
    'Gerade melden sich zu viele Personen an. Bitte versuche es noch einmal.',
  'Bad JSON web token': 'Das JSON Web Token ist ungültig.',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'mobile_flow_otp und desktop_flow_otp schließen einander aus.',
  'JWT authentication is not enabled for this organization':
    'Diese Organisation nimmt keine JSON Web Tokens an.',
  'Invalid OTP': 'Das OTP ist ungültig.',
  'No JSON web token passed in request': 'Die Anfrage enthält kein JSON Web Token.',
  'No email specified in JSON web token claims': 'Das JSON Web Token nennt keine E-Mail-Adresse.',
  'Only accounts of {} may log in here by {}.': 'Über {1} melden sich hier nur Konten von {0} an.',
  'Only members of {} may log in here by {}.':
    'Über {1} melden sich hier nur Mitglieder von {0} an.',
  'The address of the keys must begin with https://.':
    'Die Adresse der Schlüssel muss mit https:// beginnen.',
  'The address of the metadata answers {}.': 'Die Adresse der Metadaten antwortet mit {}.',
  'The address of the metadata must begin with https://.':
    'Die Adresse der Metadaten muss mit https:// beginnen.',
  'The address of the provider must begin with https://.':
    'Die Adresse des Anmeldedienstes muss mit https:// beginnen.',
  'The answer of {} could not be verified.': 'Die Antwort von {} konnte nicht geprüft werden.',
  'The metadata of the provider has changed. Save the provider again.':
    'Die Metadaten des Anmeldedienstes haben sich geändert. Speichere ihn noch einmal.',
  'The provider did not tell who you are. Please try again.':
    'Der Anmeldedienst hat nicht mitgeteilt, wer du bist. Bitte versuche es noch einmal.',
  'The proxy of your organization did not tell clearly who you are.':
    'Der Proxy deiner Organisation hat nicht eindeutig mitgeteilt, wer du bist.',
  'There is no account for this JSON web token.': 'Für dieses JSON Web Token gibt es kein Konto.',
  'There is no organization at this address.': 'Unter dieser Adresse gibt es keine Organisation.',
  'This address is none of yours. Please log in again.':
    'Diese Adresse gehört nicht dir. Bitte melde dich noch einmal an.',
  'This login has ended or took too long. Please log in again.':
    'Diese Anmeldung ist beendet oder hat zu lange gedauert. Bitte melde dich noch einmal an.',
  'This login has to begin at the site that you come from.':
    'Diese Anmeldung muss auf der Website beginnen, von der du kommst.',
  'This login has to come through the proxy of your organization.':
    'Diese Anmeldung muss über den Proxy deiner Organisation kommen.',
  'This login is for another organization.':
    'Diese Anmeldung ist für eine andere Organisation bestimmt.',
  'This login was begun in another browser. Please log in again here.':
    'Diese Anmeldung wurde in einem anderen Browser begonnen. Bitte melde dich hier noch einmal an.',
  'This organization has been deactivated.': 'Diese Organisation wurde deaktiviert.',
  'This way to log in does not exist here.': 'Diese Art der Anmeldung gibt es hier nicht.',
  'You are not logged in in this browser.': 'Du bist in diesem Browser nicht angemeldet.',
  'You need an invitation to join this organization.':
    'Um dieser Organisation beizutreten, brauchst du eine Einladung.',
  'Your account has been deactivated.': 'Dein Konto wurde deaktiviert.',
  'Your account has just changed. Please log in again.':
    'Dein Konto hat sich gerade geändert. Bitte melde dich noch einmal an.',
  'Your company may not log in here by {}.':
    'Dein Unternehmen darf sich hier nicht über {} anmelden.',
  '{} did not log you in: {}': '{} hat dich nicht angemeldet: {}',
  '{} did not tell who you are.': '{} hat nicht mitgeteilt, wer du bist.',

  '{} did not tell your email address.': '{} hat deine E-Mail-Adresse nicht mitgeteilt.',
  '{} does not answer. Please try again later.':
    '{} antwortet nicht. Bitte versuche es später noch einmal.',
  '{} has no keys (status {}).': '{} hat keine Schlüssel (Status {}).',
  '{} has not verified your address {}. Verify it there, and try again.':
    '{} hat deine Adresse {} nicht bestätigt. Bestätige sie dort, und versuche es noch einmal.',
  '{} has sent no ID token.': '{} hat kein ID-Token gesendet.',
}

/** A provider may send long words. */
const mostCharacters = 1_000

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patterns = Object.entries(germanSentences).map(([english, german]) => ({
  pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.+?)')}$`, 's'),
  german,
}))

/** A sentence in the language of a page; one without a translation stays as it is. */
export function sentenceIn(language: PageLanguage, sentence: string): string {
  if (language === 'en' || sentence.length > mostCharacters) return sentence
  for (const { pattern, german } of patterns) {
    const found = pattern.exec(sentence)
    if (!found) continue
    let next = 1
    return german.replace(/\{(\d?)\}/g, (_hole, place: string) => {
      const index = place === '' ? next++ : Number(place) + 1
      return found[index] ?? ''
    })
  }
  return sentence
}
