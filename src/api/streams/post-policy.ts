import { Type } from '@sinclair/typebox'
import { json } from '../../http/params'

/** The newer spelling of `is_announcement_only`. Source: client notes 5, rule A. */
export const postPolicy = json(Type.Union([Type.Literal(1), Type.Literal(2)]), {
  optional: true,
  description: 'Who may send to the stream: 1 everyone, 2 administrators',
})

/** What a call says in either spelling; undefined: nothing. */
export function isAnnouncementOnly(params: {
  is_announcement_only: boolean | undefined
  stream_post_policy: 1 | 2 | undefined
}): boolean | undefined {
  const policy = params.stream_post_policy
  return params.is_announcement_only ?? (policy === undefined ? undefined : policy === 2)
}
