/**
 * The address of this server that led to the login page, such as a link to a message on an old server; never one of
 * another host. Source: docs/protocol/import.md#old-paths.
 */
export function addressAfterLogin({
  search,
  origin,
}: Pick<Location, 'search' | 'origin'>): string | undefined {
  const next = new URLSearchParams(search).get('next')
  if (next === null || !URL.canParse(next, origin)) return undefined
  const address = new URL(next, origin)
  return address.origin === origin ? address.href : undefined
}

/**
 * Whether the reader must log in although there may be a session: to let an app in.
 * Source: docs/protocol/step-up.md#apps.
 */
export function mustLogInAgain({ search }: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(search).has('again')
}
