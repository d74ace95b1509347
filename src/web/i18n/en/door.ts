export const login = {
  title: 'Log in',
  /** The organisation's name stands above it. */
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  forgotten: 'Forgot password?',
  signUp: 'Sign up',
  hasEnded:
    'You have been logged out. Log in to go on; if your account was deactivated, an administrator can reactivate it.',
  alreadyRegistered: 'You have an account here already: log in with its password.',
  noOrganisation: 'There is no organisation at this address.',
  checkAddress: 'Look whether the address is spelled as you were given it.',
}

/** Pages of those who are not in yet: invitations, sign-up, a forgotten password, a new address. */
export const accounts = {
  loading: 'One moment …',
  tryAgain: 'Try again',
  logIn: 'Log in',
  goOn: 'Continue',
  here: 'this organisation',
  email: 'Email',
  fullName: 'Full name',
  fullNameHint: 'As the others know you',
  password: 'Password',
  newPassword: 'New password',

  join: (name: string) => `Join ${name}`,
  /** After somebody's name. */
  invitedYou: 'invited you.',
  mailFirst: 'We send you a mail to see that the address is yours; the link in it leads on.',
  youLogInWith: 'You log in with this address.',
  groups: 'What do you want to follow?',
  agree: 'I agree to the ',
  terms: 'terms of use',
  submitJoin: 'Join',

  signUp: (name: string) => `Sign up at ${name}`,
  onlyInvited: (name: string) => `${name} is by invitation`,
  onlyInvitedHint: 'Ask somebody who is there to invite you: the link that you get then leads in.',
  sendSignUp: 'Send me the link',
  haveAccount: 'I have an account',

  look: 'Look into your mail',
  linkIsOnItsWay: ['A mail to ', ' is on its way. The link in it leads on.'],
  resetIsOnItsWay: [
    'If ',
    ' has an account here, a mail is on its way to it. The link in it lets you choose a new password.',
  ],
  nothingCame:
    'Nothing there after some minutes? Look among the unwanted mail, and at how the address is spelled.',
  sendAgain: 'Send it again',
  sentAgain: 'Sent once more.',
  otherAddress: 'Use another address',

  forgotten: 'Forgot your password?',
  forgottenHint:
    'Tell us the address that you log in with, and we send you a link to choose a new one.',
  noMail: 'This server sends no mail',
  noMailReset: (name: string) =>
    `An administrator of ${name} can make you a link with which you choose a new password: ask one of them.`,
  noMailSignUp: (name: string) => `An administrator of ${name} can invite you: ask one of them.`,
  sendReset: 'Send me a link',

  choosePassword: 'Choose a new password',
  everywhereOut: 'You are logged out wherever you are logged in now.',
  setPassword: 'Set the password',
  passwordIsSet: 'Your password is changed',
  passwordIsSetHint: 'Log in with it wherever you were logged in.',

  confirmAddress: 'Your new address',
  confirmAddressHint:
    'From now on you log in with the address that this link was sent to, and mails go there.',
  useAddress: 'Use this address',
  addressIsSet: 'Your address is changed',
  addressIsSetHint: ['You log in with ', ' from now on.'],
  goIn: (name: string) => `Go to ${name}`,

  linkIsLost: 'This link does not work any more',
  lostInvitation:
    'It has expired, was used already, or was taken back. Whoever invited you can send you a new one.',
  lostReset: 'Such a link works once, and not for long. You can have another one.',
  lostAddress:
    'It has expired or was used already. You can change your address in your settings once more.',
  anotherLink: 'Send me another link',
  noKey: 'Something is missing here',
  noKeyHint: 'The address has no key. Open the link in your mail or your invitation once more.',
}
