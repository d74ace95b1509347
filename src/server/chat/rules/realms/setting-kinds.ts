import { Type } from '@sinclair/typebox'
import { setting } from '../settings/declare'

/* Kinds of values that settings of an organization have beside those of declare.ts. */

/** Content ratings that clients may search on GIPHY; 0 disables the search. */
export const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Include GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Include GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Include GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Include GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Include GIFs rated R (Restricted)', id: 5 },
} as const

/** Providers of video calls. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const

/** Id of a stream; -1: none. */
export const streamOrNone = () => setting(Type.Integer({ minimum: -1 }), -1)

const jitsiUrlCharacters = 200

/** URL of the organization's Jitsi server; null: the one in the server's configuration. */
export const jitsiServerUrl = {
  ...setting(Type.Union([Type.String({ maxLength: jitsiUrlCharacters }), Type.Null()]), null),
  decode(raw: string): string | null | undefined {
    if (raw.length > 2 * jitsiUrlCharacters) return undefined
    const url = raw.trim().replace(/^"(.*)"$/s, '$1')
    if (url === 'default' || url === '') return null
    const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    return isUrl && url.length <= jitsiUrlCharacters ? url : undefined
  },
}
