import type * as en from '../en'

export const login: typeof en.login = {
  title: 'Anmelden',
  email: 'E-Mail',
  name: 'Benutzername oder E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'E-Mail oder Passwort ist falsch.',
  forgotten: 'Passwort vergessen?',
  sendCode: 'Code per E-Mail schicken',
  code: 'Code',
  codeIsSent: (address) =>
    `Wenn es ein Konto mit ${address} gibt, ist ein Code aus sechs Ziffern dorthin unterwegs. Er gilt zehn Minuten, in diesem Browser.`,
  byPassword: 'Mit einem Passwort anmelden',
  signUp: 'Registrieren',
  hasEnded:
    'Du wurdest abgemeldet. Melde dich an, um weiterzumachen. Falls dein Konto deaktiviert wurde, kann ein Administrator es reaktivieren.',
  alreadyRegistered: 'Du hast hier schon ein Konto. Melde dich mit dessen Passwort an.',
  noOrganization: 'Unter dieser Adresse gibt es keine Organisation.',
  checkAddress: 'Prüfe, ob die Adresse richtig geschrieben ist.',
  providers: 'Andere Wege, sich anzumelden',
  by: (provider) => `Weiter mit ${provider}`,
}

/** Logged-out pages: invitation, sign-up, password reset, confirmation of an email address. */
export const accounts: typeof en.accounts = {
  loading: 'Wird geladen …',
  tryAgain: 'Erneut versuchen',
  logIn: 'Anmelden',
  goOn: 'Weiter',
  here: 'diese Organisation',
  email: 'E-Mail',
  fullName: 'Voller Name',
  fullNameHint: 'Der Name, den andere sehen',
  password: 'Passwort',
  newPassword: 'Neues Passwort',

  join: (name) => `${name} beitreten`,
  invitedYou: 'hat dich eingeladen.',
  mailFirst: 'Wir schicken dir einen Link, mit dem du deine Adresse bestätigst.',
  youLogInWith: 'Mit dieser E-Mail-Adresse wirst du dich anmelden.',
  groups: 'Wähle Gruppen von Streams, denen du beitrittst',
  agree: 'Ich akzeptiere die ',
  terms: 'Nutzungsbedingungen',
  submitJoin: 'Beitreten',

  signUp: (name) => `Bei ${name} registrieren`,
  onlyInvited: (name) => `${name} nimmt nur Eingeladene auf`,
  onlyInvitedHint: 'Bitte ein Mitglied um eine Einladung und öffne dann den Link, den du bekommst.',
  sendSignUp: 'Link zusenden',
  haveAccount: 'Ich habe schon ein Konto',

  look: 'Sieh in dein Postfach',
  linkIsOnItsWay: [
    'Wir haben eine E-Mail an ',
    ' geschickt. Öffne den Link darin, um weiterzumachen.',
  ],
  resetIsOnItsWay: [
    'Falls ',
    ' hier ein Konto hat, haben wir eine E-Mail mit einem Link geschickt, um ein neues Passwort zu wählen.',
  ],
  nothingCame:
    'Nach ein paar Minuten keine E-Mail? Sieh im Spam-Ordner nach und prüfe die Adresse.',
  sendAgain: 'Erneut senden',
  sentAgain: 'Erneut gesendet.',
  otherAddress: 'Andere E-Mail-Adresse verwenden',

  forgotten: 'Passwort vergessen?',
  forgottenHint:
    'Gib die E-Mail-Adresse ein, mit der du dich anmeldest. Wir schicken dir einen Link, um ein neues Passwort zu wählen.',
  noMail: 'Dieser Server verschickt keine E-Mails',
  noMailReset: (name) =>
    `Bitte einen Administrator von ${name} um einen Link, um ein neues Passwort zu wählen.`,
  noMailSignUp: (name) => `Bitte einen Administrator von ${name} um eine Einladung.`,
  sendReset: 'Link zusenden',

  choosePassword: 'Wähle ein neues Passwort',
  everywhereOut: 'Du wirst auf allen Geräten abgemeldet.',
  setPassword: 'Passwort setzen',
  passwordIsSet: 'Passwort geändert',
  passwordIsSetHint: 'Melde dich auf allen deinen Geräten mit dem neuen Passwort an.',

  confirmAddress: 'Bestätige deine neue E-Mail-Adresse',
  confirmAddressHint:
    'Du wirst dich mit der Adresse anmelden, an die dieser Link ging, und dort E-Mails bekommen.',
  useAddress: 'Diese Adresse verwenden',
  addressIsSet: 'E-Mail-Adresse geändert',
  addressIsSetHint: ['Du meldest dich jetzt mit ', ' an.'],
  goIn: (name) => `Zu ${name}`,

  linkIsLost: 'Dieser Link funktioniert nicht mehr',
  lostInvitation:
    'Er ist abgelaufen, wurde schon verwendet oder widerrufen. Bitte die Person, die dich eingeladen hat, um einen neuen.',
  lostReset:
    'Links für ein neues Passwort gelten einmal und nur für begrenzte Zeit. Du kannst einen neuen anfordern.',
  lostAddress:
    'Er ist abgelaufen oder wurde schon verwendet. Du kannst die Adresse in den Einstellungen noch einmal ändern.',
  anotherLink: 'Neuen Link zusenden',
  noKey: 'Dieser Link ist unvollständig',
  noKeyHint: 'Öffne den Link in deiner E-Mail oder Einladung noch einmal.',
}
