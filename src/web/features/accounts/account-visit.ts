/** Page and key in the address of an account page. */
export type AccountPageName = 'join' | 'register' | 'reset' | 'address' | 'unsubscribe'

export interface AccountVisit {
  page: AccountPageName
  /** The secret key, the last segment of the link. */
  key: string | undefined
}

const paths: Readonly<Record<string, AccountPageName>> = {
  '/join': 'join',
  '/accounts/do_confirm': 'join',
  '/accounts/password/reset': 'reset',
  '/accounts/confirm_new_email': 'address',
  '/accounts/unsubscribe/missed_messages': 'unsubscribe',
  '/accounts/unsubscribe/digest': 'unsubscribe',
  '/accounts/unsubscribe/login': 'unsubscribe',
}

interface Kept {
  accountKey?: string
  typed?: Readonly<Record<string, string>>
}

/**
 * Reads page and key from the address, and removes the key from it, so that it is neither visible on the screen nor
 * sent in a referrer. The key moves to `history.state`, so that a reload still works.
 * Source: docs/protocol/authentication.md#account-page-keys.
 */
export function takeVisit(): AccountVisit {
  const address = location.pathname.replace(/\/+/g, '/').replace(/\/$/, '')
  const path = Object.keys(paths).find((one) => address === one || address.startsWith(`${one}/`))
  if (path === undefined) return { page: 'register', key: undefined }
  const segment = address.slice(path.length).split('/').at(-1)
  if (segment) history.replaceState({ ...kept(), accountKey: segment }, '', `${path}/`)
  return { page: paths[path] as AccountPageName, key: kept().accountKey }
}

/** The kind of mails that the link in the address ends. */
export function unsubscribeKind(): 'missed_messages' | 'digest' | 'login' {
  const [, kind] = /\/unsubscribe\/+(\w+)/.exec(location.pathname) ?? []
  return kind === 'digest' || kind === 'login' ? kind : 'missed_messages'
}

/** Removes the used key and the typed text from `history.state`. */
export function forgetVisit(): void {
  history.replaceState(null, '')
}

/** Text typed into a field before a reload. */
export function typedBefore(name: string): string {
  return kept().typed?.[name] ?? ''
}

/** Stores typed text in `history.state`; never used for passwords. */
export function keepTyped(name: string, text: string): void {
  history.replaceState({ ...kept(), typed: { ...kept().typed, [name]: text } }, '')
}

function kept(): Kept {
  return (history.state ?? {}) as Kept
}
