import { firstCharacters } from '../../../../shared/rules/characters'
import { textLimits } from '../../../../shared/rules/text-limits'
import { isOwnerExported } from '../../../data/exports/scope'
import { rowsById } from '../../../data/exports/tables'
import type { Schema, UserRow } from '../../../data/schema'
import { crossRealmRow, dummyRow, seconds, userRow } from '../writing/rows'
import type { ArchiveRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { allUsers, mapRows, rowsOfExported, sourceOf } from './sources'

/** Users, and their personal settings and lists. */
export function peopleTables(job: ExportJob): Tables {
  const { realm, numbering } = job
  const id = (table: string) => numbering.next(table)
  return {
    zerver_userprofile: users(job, 'own'),
    zerver_userprofile_mirrordummy: users(job, 'dummies'),
    zerver_userprofile_crossrealm: users(job, 'system'),
    zerver_alertword: mapRows(rowsOfExported<Schema['alert_words']>(job, 'alert_words'), (row) => ({
      id: id('alertword'),
      realm: realm.id,
      user_profile: row.user_id,
      word: row.word,
    })),
    zerver_muteduser: mapRows(rowsOfExported<Schema['muted_users']>(job, 'muted_users'), (row) => ({
      id: id('muteduser'),
      user_profile: row.user_id,
      muted_user: row.muted_user_id,
      date_muted: seconds(row.muted_at),
    })),
    zerver_usertopic: mapRows(rowsOfExported<Schema['user_topics']>(job, 'user_topics'), (row) => ({
      id: id('usertopic'),
      user_profile: row.user_id,
      stream: row.stream_id,
      recipient: job.streamRecipients.get(row.stream_id),
      topic_name: firstCharacters(row.topic, textLimits.topicCharacters),
      visibility_policy: row.visibility_policy,
      last_updated: seconds(row.updated_at),
    })),
    zerver_userstatus: mapRows(rowsOfExported<UserStatus>(job, 'user_statuses'), (row) => ({
      id: id('userstatus'),
      user_profile: row.user_id,
      status_text: row.status_text,
      emoji_name: row.emoji_name,
      emoji_code: row.emoji_code,
      reaction_type: row.reaction_type,
    })),
    zerver_savedsnippet: mapRows(rowsOfExported<Snippet>(job, 'saved_snippets'), (row) => ({
      id: row.id,
      realm: realm.id,
      user_profile: row.user_id,
      title: row.title,
      content: row.content,
      date_created: seconds(row.created_at),
    })),
    zerver_navigationview: mapRows(
      rowsOfExported<Schema['navigation_views']>(job, 'navigation_views'),
      (row) => ({
        id: id('navigationview'),
        user: row.user_id,
        fragment: row.fragment,
        name: row.name,
        is_pinned: row.is_pinned,
      }),
    ),
    zerver_onboardingstep: mapRows(rowsOfExported<Step>(job, 'onboarding_steps'), (row) => ({
      id: id('onboardingstep'),
      user: row.user_id,
      onboarding_step: row.name,
      timestamp: seconds(row.seen_at),
    })),
    zerver_customprofilefieldvalue: profileValues(job),
    zerver_service: mapRows(
      rowsOfExported<Schema['bot_services']>(job, 'bot_services', 'bot_id'),
      // Without the token, which is secret.
      (row) => ({
        id: id('service'),
        user_profile: row.bot_id,
        name: row.name,
        base_url: row.base_url,
        interface: row.interface,
      }),
    ),
    zerver_botstoragedata: mapRows(
      rowsOfExported<Schema['bot_storage']>(job, 'bot_storage', 'bot_id'),
      (row) => ({
        id: id('botstoragedata'),
        bot_profile: row.bot_id,
        key: row.key,
        value: row.value,
      }),
    ),
  }
}

type UserStatus = Pick<Schema['user_statuses'], 'user_id'> &
  Record<'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type', string>
type Snippet = Pick<Schema['saved_snippets'], 'user_id' | 'title' | 'content' | 'created_at'> & {
  id: number
}

type Step = { user_id: number; name: string; seen_at: Date }

/** A public export has all accounts, without personal settings. */
async function* users(
  job: ExportJob,
  kind: 'own' | 'dummies' | 'system',
): AsyncGenerator<ArchiveRow> {
  const { scope } = job
  const consenting = scope.kind === 'consented' ? new Set(scope.userIds) : undefined
  for await (const user of allUsers(job)) {
    const isDummy = consenting !== undefined && !consenting.has(user.id)
    if (user.is_system_bot) {
      if (kind === 'system') yield crossRealmRow(user)
    } else if (isDummy) {
      if (kind === 'dummies') yield dummyRow(user)
    } else if (kind === 'own') {
      yield userRow(user, scope.kind !== 'public')
    }
  }
}

async function* profileValues(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const { scope, numbering } = job
  const given = rowsById<UserRow>(sourceOf(job), 'users', isOwnerExported(scope, 'id'))
  for await (const { id, profile_data: data } of given) {
    for (const [field, { value, rendered_value = null }] of Object.entries(data)) {
      yield {
        id: numbering.next('customprofilefieldvalue'),
        user_profile: id,
        field: Number(field),
        value,
        rendered_value,
      }
    }
  }
}
