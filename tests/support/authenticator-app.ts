import { TOTP } from 'otpauth'
import type { Response } from 'supertest'
import type { Browser } from './browser'
import { shapedLike } from './checked'
import { expectSuccess } from './expectations'

/** An authenticator app of a person, by the clock of the server. */
export class AuthenticatorApp {
  private constructor(
    private readonly secret: string,
    private readonly clock: { now: () => Date },
    /** As the person wrote them down. */
    public recoveryCodes: string[],
  ) {}

  /** Sets the app up for a browser that is logged in. */
  static async setUp(browser: Browser, clock: { now: () => Date }): Promise<AuthenticatorApp> {
    const begun = shapedLike(expectSuccess(await browser.post('/json/second_factor')), {
      ...{ secret: '', ticket: '' },
    })
    const app = new AuthenticatorApp(begun.secret, clock, [])
    const args = { ticket: begun.ticket, code: app.code() }
    const done = expectSuccess(await browser.post('/json/second_factor/confirm', args))
    app.recoveryCodes = shapedLike(done, { recovery_codes: [''] }).recovery_codes
    return app
  }

  /** The app of a secret that the server has shown. */
  static of(secret: string, clock: { now: () => Date }): AuthenticatorApp {
    return new AuthenticatorApp(secret, clock, [])
  }

  /** @param steps after the present one, of 30 seconds */
  code(steps = 0): string {
    const timestamp = this.clock.now().getTime() + steps * 30_000
    return new TOTP({ secret: this.secret }).generate({ timestamp })
  }
}

/** The ticket of a refused first step. */
export function ticketOf({ body }: Pick<Response, 'body'>): string {
  return shapedLike(body, { ticket: '' }).ticket
}
