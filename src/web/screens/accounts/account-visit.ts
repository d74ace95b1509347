/** What the address of an account page asks for. */
export type AccountPageName = 'join' | 'register' | 'reset' | 'address'

export interface AccountVisit {
  page: AccountPageName
  /** The secret that the link ended with. */
  key: string | undefined
}

const paths: Readonly<Record<string, AccountPageName>> = {
  '/join': 'join',
  '/accounts/do_confirm': 'join',
  '/accounts/password/reset': 'reset',
  '/accounts/confirm_new_email': 'address',
}

interface Kept {
  accountKey?: string
  typed?: Readonly<Record<string, string>>
}

/**
 * Reads the address, and takes the key out of it: it must not be seen by whoever looks at the screen, nor be sent along
 * with anything. The entry of the browser's history keeps it, so that the page can be loaded anew.
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

/** Forgets the key, which is used up, and what was typed. */
export function forgetVisit(): void {
  history.replaceState(null, '')
}

/** What was typed into a field before the page was loaded anew. */
export function typedBefore(name: string): string {
  return kept().typed?.[name] ?? ''
}

/** Keeps what is typed for as long as the page is in the browser's history; never a password. */
export function keepTyped(name: string, text: string): void {
  history.replaceState({ ...kept(), typed: { ...kept().typed, [name]: text } }, '')
}

function kept(): Kept {
  return (history.state ?? {}) as Kept
}
