export const login = {
  title: 'Log in',
  /** Shown below the organization's name. */
  email: 'Email',
  name: 'Username or email',
  password: 'Password',
  submit: 'Log in',
  wrong: 'Wrong email or password.',
  forgotten: 'Forgot password?',
  sendCode: 'Send me a code',
  code: 'Code',
  codeIsSent: (address: string) =>
    `If there is an account with ${address}, a code of six digits is on its way there. It works for ten minutes, in this browser.`,
  byPassword: 'Log in with a password',
  signUp: 'Sign up',
  hasEnded:
    'You have been logged out. Log in to continue. If your account was deactivated, an administrator can reactivate it.',
  alreadyRegistered: 'You already have an account here. Log in with its password.',
  noOrganization: 'There is no organization at this address.',
  checkAddress: 'Check the spelling of the address.',
  providers: 'Other ways to log in',
  by: (provider: string) => `Continue with ${provider}`,
}

/** Logged-out pages: invitation, sign-up, password reset, confirmation of an email address. */
export const accounts = {
  loading: 'Loading…',
  tryAgain: 'Try again',
  logIn: 'Log in',
  goOn: 'Continue',
  here: 'this organization',
  email: 'Email',
  fullName: 'Full name',
  fullNameHint: 'The name that other people see',
  password: 'Password',
  newPassword: 'New password',

  join: (name: string) => `Join ${name}`,
  /** Follows the name of the inviter. */
  invitedYou: 'invited you.',
  mailFirst: 'We will email you a link to confirm your address.',
  youLogInWith: 'You will log in with this email address.',
  groups: 'Choose groups of streams to join',
  agree: 'I agree to the ',
  terms: 'terms of use',
  submitJoin: 'Join',

  signUp: (name: string) => `Sign up for ${name}`,
  onlyInvited: (name: string) => `${name} is invitation-only`,
  onlyInvitedHint: 'Ask a member to invite you, then open the link that you receive.',
  sendSignUp: 'Send me a link',
  haveAccount: 'I already have an account',

  look: 'Check your email',
  linkIsOnItsWay: ['We sent an email to ', '. Open the link in it to continue.'],
  resetIsOnItsWay: [
    'If ',
    ' has an account here, we sent it an email with a link to choose a new password.',
  ],
  nothingCame:
    'No email after a few minutes? Check your spam folder and the spelling of the address.',
  sendAgain: 'Send again',
  sentAgain: 'Sent again.',
  otherAddress: 'Use another email address',

  forgotten: 'Forgot your password?',
  forgottenHint:
    'Enter the email address that you log in with. We will send you a link to choose a new password.',
  noMail: 'This server does not send email',
  noMailReset: (name: string) =>
    `Ask an administrator of ${name} for a link to choose a new password.`,
  noMailSignUp: (name: string) => `Ask an administrator of ${name} to invite you.`,
  sendReset: 'Send me a link',

  choosePassword: 'Choose a new password',
  everywhereOut: 'You will be logged out on all devices.',
  setPassword: 'Set password',
  passwordIsSet: 'Password changed',
  passwordIsSetHint: 'Log in with the new password on all your devices.',

  confirmAddress: 'Confirm your new email address',
  confirmAddressHint:
    'You will log in with the address that this link was sent to, and receive email there.',
  useAddress: 'Use this address',
  addressIsSet: 'Email address changed',
  addressIsSetHint: ['You now log in with ', '.'],
  goIn: (name: string) => `Go to ${name}`,

  linkIsLost: 'This link no longer works',
  lostInvitation:
    'It has expired, was already used, or was revoked. Ask the person who invited you for a new one.',
  lostReset: 'Password reset links work once and for a limited time. You can request a new one.',
  lostAddress:
    'It has expired or was already used. You can change your email address again in your settings.',
  anotherLink: 'Send me a new link',
  noKey: 'This link is incomplete',
  noKeyHint: 'Open the link in your email or invitation again.',
}
