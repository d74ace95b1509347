/** The person, or the provider, has refused the login. */
export class RefusedByProvider extends Error {
  constructor(challenge: unknown) {
    const { message } = (challenge ?? {}) as { message?: unknown }
    super(typeof message === 'string' ? message : 'the login was refused')
  }
}
