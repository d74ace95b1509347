import { isUtf8 } from 'node:buffer'

import passport from 'passport'
import type { AuthenticateCallback } from 'passport'
import { BasicStrategy } from 'passport-http'

import type { Requester } from '../../chat/rules/authentication'
import { ApiError } from '../../lib/api-error'
import { InvalidApiKeyError, NotLoggedInError } from '../errors'

/**
 * The credentials of an Authorization header, still encoded. passport's own reading is more
 * lenient than the protocol, and words no refusals.
 */
export function basicCredentials(header: string): string {
  if (header.trim() === '') {
    throw new NotLoggedInError('Not logged in: API authentication or user session required')
  }
  const [scheme = '', credentials = '', ...more] = header.trim().split(/\s+/)
  // A lone word, or a third one, is reported before the scheme is checked, as clients expect.
  const isTwoWords = credentials !== '' && more.length === 0
  if (isTwoWords && scheme.toLowerCase() !== 'basic') throw new WrongSchemeError()
  if (!isTwoWords || !areWellFormed(credentials)) {
    throw new NotLoggedInError('Invalid authorization header for basic auth')
  }
  return credentials
}

/** A scheme that the endpoint does not take: a bad request, not a failed login. */
class WrongSchemeError extends ApiError {
  constructor() {
    super('This endpoint requires HTTP basic authentication.')
  }
}

function areWellFormed(credentials: string): boolean {
  if (credentials.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(credentials)) return false
  const isText = isUtf8(Buffer.from(credentials, 'base64'))
  return isText && decodeCredentials(credentials).split(':').length === 2
}

/** `email:key`. */
export function decodeCredentials(credentials: string): string {
  return Buffer.from(credentials, 'base64').toString('utf8')
}

/** The minimal request that passport needs; passport writes its own fields into it. */
interface BasicRequest {
  headers: { authorization: string }
  subdomain: string
}

/** Finds the account of an email and its key, or throws. */
type FindAccount = (subdomain: string, email: string, apiKey: string) => Promise<Requester>
export type BasicCheck = (credentials: string, subdomain: string) => Promise<Requester>

/** Wraps passport's callbacks: Basic credentials in, the account out. */
export function createBasicCheck(find: FindAccount): BasicCheck {
  // An instance of its own: the module's default one is shared by the whole process.
  const authenticator = new passport.Passport()
  authenticator.use(
    new BasicStrategy(
      { realm: 'zulip', passReqToCallback: true },
      (request: unknown, email: string, apiKey: string, done: BasicDone) => {
        const { subdomain } = request as BasicRequest
        find(subdomain, email.trim(), apiKey.trim()).then(
          (requester) => done(null, requester),
          (error: unknown) => done(error),
        )
      },
    ),
  )

  return (credentials, subdomain) =>
    new Promise((resolve, reject) => {
      const done: AuthenticateCallback = (error: Error | null, requester) => {
        if (error) reject(error)
        else if (requester) resolve(requester as Requester)
        // For an empty email or key passport does not call the strategy.
        else reject(new InvalidApiKeyError())
      }
      const request: BasicRequest = {
        headers: { authorization: `Basic ${credentials}` },
        subdomain,
      }
      const handle = authenticator.authenticate('basic', { session: false }, done) as Middleware
      handle(request, {}, reject)
    })
}

/** passport's types leave the return type open; within Express it is a middleware. */
type Middleware = (request: unknown, response: unknown, next: (error: Error) => void) => void
type BasicDone = (error: unknown, requester?: Requester) => void
