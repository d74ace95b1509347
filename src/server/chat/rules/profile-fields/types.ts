/*
 * The kinds of profile fields. Source: docs/protocol/accounts.md#profile-field-types.
 */

export const fieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

/** The types by their protocol names, with the labels that clients show. */
export const fieldTypeChoices = {
  SHORT_TEXT: { id: fieldTypes.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: fieldTypes.longText, name: 'Text (long)' },
  SELECT: { id: fieldTypes.choice, name: 'List of options' },
  DATE: { id: fieldTypes.date, name: 'Date' },
  URL: { id: fieldTypes.link, name: 'Link' },
  USER: { id: fieldTypes.people, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: fieldTypes.externalAccount, name: 'External account' },
  PRONOUNS: { id: fieldTypes.pronouns, name: 'Pronouns' },
} as const

/** Whether values of a type are Markdown. */
export function isRendered(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.longText
}

/** Whether a type may be shown in the profile summary. Source: docs/protocol/accounts.md#profile-summary. */
export function fitsSummary(type: number): boolean {
  return type !== fieldTypes.longText && type !== fieldTypes.people
}

/** Whether clients may find people by the values of a type. Source: docs/protocol/accounts.md#profile-matching. */
export function fitsMatching(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.externalAccount
}

export interface ExternalAccount {
  /** Name of the site. */
  text: string
  /** Name of the profile field. */
  name: string
  hint: string
  /** URL of an account, with `%(username)s` in place of its name. */
  url_pattern: string
}

/** Predefined external accounts. Source: docs/protocol/accounts.md#field-data. */
export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  github: {
    text: 'GitHub',
    name: 'GitHub username',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
  gitlab: {
    text: 'GitLab',
    name: 'GitLab username',
    hint: '',
    url_pattern: 'https://gitlab.com/%(username)s',
  },
  linkedin: {
    text: 'LinkedIn',
    name: 'LinkedIn username',
    hint: '',
    url_pattern: 'https://www.linkedin.com/in/%(username)s',
  },
  twitter: {
    text: 'Twitter',
    name: 'Twitter username',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
}
