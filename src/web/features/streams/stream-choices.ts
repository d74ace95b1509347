import * as t from '../../texts/catalog'
import type { StreamTopicsPolicy } from '../../../shared/rules/empty-topics'
import type { Choice } from '../../ui/form/fields'
import type { ChannelFolder, Stream } from '../../data/records/state'

/** Privacy of a stream and its history, as offered in forms. */
export type Privacy = 'public' | 'shared' | 'hidden'

export function privacyOf({
  invite_only: isPrivate,
  history_public_to_subscribers: isShared,
}: Pick<Stream, 'invite_only' | 'history_public_to_subscribers'>): Privacy {
  if (!isPrivate) return 'public'
  return isShared ? 'shared' : 'hidden'
}

export const privacyChoices = [
  { value: 'public', label: t.newStream.publicChoice },
  { value: 'shared', label: t.newStream.sharedChoice },
  { value: 'hidden', label: t.newStream.hiddenChoice },
] as const satisfies readonly Choice<Privacy>[]

/** Folders that a stream can be in, including its current one even if archived. */
export function folderChoices(folders: readonly ChannelFolder[], own?: number | null): Choice[] {
  return [
    { value: null, label: t.newStream.noFolder },
    ...folders
      .filter(({ id, is_archived: isArchived }) => !isArchived || id === own)
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
}

/** Policies about the topics of a stream. */
export const topicsChoices = [
  { value: 'inherit', label: t.newStream.asOrganization },
  { value: 'disable_empty_topic', label: t.newStream.topicsRequired },
  { value: 'allow_empty_topic', label: t.newStream.topicsOptional },
  { value: 'empty_topic_only', label: t.newStream.topicsNone },
] as const satisfies readonly Choice<StreamTopicsPolicy>[]

/** Message retention: the organization's, unlimited, or `days`. */
export type Retention = 'realm_default' | 'unlimited' | 'days'

export const retentionChoices = [
  { value: 'realm_default', label: t.newStream.asOrganization },
  { value: 'unlimited', label: t.newStream.forEver },
  { value: 'days', label: t.newStream.forDays },
] as const satisfies readonly Choice<Retention>[]

export function retentionOf(days: number | null): Retention {
  if (days === null) return 'realm_default'
  return days < 0 ? 'unlimited' : 'days'
}

/** The retention as a call argument. */
export function retentionArgument(retention: Retention, days: number | undefined) {
  return retention === 'days' ? days : retention
}
