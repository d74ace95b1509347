import { Type } from '@sinclair/typebox'
import { PreparedJson } from '../../wire/prepared-json'
import { integer } from '../../http/params'
import type { PresencesAsOf } from '../../services/presence/read-presence'
import { presencesSchema, presencesText } from '../../wire/presence'

/** As many days as nobody asks for. */
const maxHistoryDays = 36_500

export function historyLimitDays() {
  return integer({
    optional: true,
    min: 0,
    max: maxHistoryDays,
    description: 'Only people who were there in these days; 14 unless given',
  })
}

/** What an answer with presences holds. Source: client notes 9.4. */
export const presencesMembers = {
  presences: presencesSchema,
  server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  presence_last_update_id: Type.Integer({
    description: '`last_update_id` of the next call; -1 when nobody was ever there',
  }),
}

/** Of an answer that may be without them. */
export const optionalPresencesMembers = Type.Partial(Type.Object(presencesMembers)).properties

export function presencesAnswer(
  { presences, lastUpdateId, now }: PresencesAsOf,
  isSlim: boolean,
): PreparedJson {
  return new PreparedJson(
    `"presences":${presencesText(presences, isSlim)},"server_timestamp":${now.getTime() / 1000},` +
      `"presence_last_update_id":${lastUpdateId}`,
  )
}
