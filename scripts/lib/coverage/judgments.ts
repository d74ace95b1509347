/*
 * Reasons for items of feature level 371 that Parley lacks. Every missing item must be listed here, and no
 * existing one may be.
 */

/** `refused`: a request for it is refused by name. `not for us`: Parley has no use for it. */
export interface Judgment {
  readonly status: 'refused' | 'not for us'
  readonly why: string
}

const refused = (why: string): Judgment => ({ status: 'refused', why })
const notForUs = (why: string): Judgment => ({ status: 'not for us', why })

const spectators = refused('there are no spectators: nothing can be read without an account')

/** By operation, or by `operation argument`. */
export const ofOperations: Readonly<Record<string, Judgment>> = {
  'POST /dev_fetch_api_key': notForUs('a log-in without a password, for developing the reference'),
  'POST /jwt/fetch_api_key include_profile': notForUs(
    'the profile is read with the key: `GET /users/me`',
  ),
  'GET /streams include_web_public': spectators,
  'PATCH /streams/{stream_id} is_web_public': spectators,
  'POST /users/me/subscriptions is_web_public': spectators,
}

/** Operations that are declared so that they can be refused in clear words. */
export const onlyRefused: Readonly<Record<string, Judgment>> = {
  'GET /calls/bigbluebutton/create': refused('no server for calls is configured; Jitsi needs none'),
}

export const ofEvents: Readonly<Record<string, Judgment>> = {
  has_zoom_token: notForUs('calls need no account elsewhere'),
  'realm_user/remove': notForUs(
    'the queues of a guest who may not know somebody any more end, and the client registers again',
  ),
  restart: notForUs('queues outlive a restart: there is nothing that a client would have to do'),
}

export const ofRegisterKeys: Readonly<Record<string, Judgment>> = {}
