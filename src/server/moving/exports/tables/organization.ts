import { rowsById } from '../../../data/exports/tables'
import type { LinkifierRow, RealmEmojiRow, Schema } from '../../../data/schema'
import { emojiRow, filterRow, realmRow, seconds, userDefaultsRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { mapRows, sourceOf } from './sources'

/** The organization, and the tables of its own settings and lists. */
export function organizationTables(job: ExportJob): Tables {
  const { realm, numbering } = job
  const source = sourceOf(job)
  return {
    zerver_realm: [realmRow(realm, numbering)],
    zerver_realmuserdefault: [userDefaultsRow(realm.id, realm.user_defaults)],
    zerver_realmemoji: mapRows(rowsById<RealmEmojiRow>(source, 'realm_emoji'), emojiRow),
    zerver_realmfilter: mapRows(rowsById<LinkifierRow>(source, 'realm_linkifiers'), filterRow),
    zerver_channelfolder: mapRows(rowsById<Folder>(source, 'channel_folders'), (row) => ({
      id: row.id,
      realm: realm.id,
      name: row.name,
      description: row.description,
      rendered_description: row.rendered_description,
      creator: row.creator_id,
      date_created: seconds(row.created_at),
      order: row.position,
      is_archived: row.archived_at !== null,
    })),
    zerver_customprofilefield: mapRows(rowsById<ProfileField>(source, 'profile_fields'), (row) => ({
      id: row.id,
      realm: realm.id,
      name: row.name,
      hint: row.hint,
      field_type: row.field_type,
      field_data: row.field_data,
      order: row.position,
      display_in_profile_summary: row.display_in_profile_summary,
      required: row.required,
      editable_by_user: row.editable_by_user,
      use_for_user_matching: row.use_for_user_matching,
    })),
    zerver_realmdomain: mapRows(
      rowsById<{ id: number; domain: string; allow_subdomains: boolean }>(source, 'realm_domains'),
      ({ id: domainId, domain, allow_subdomains }) => ({
        id: domainId,
        realm: realm.id,
        domain,
        allow_subdomains,
      }),
    ),
    zerver_realmplayground: mapRows(
      rowsById<Playground>(source, 'realm_playgrounds'),
      ({ id: playgroundId, name, pygments_language, url_template }) => ({
        id: playgroundId,
        realm: realm.id,
        name,
        pygments_language,
        url_template,
      }),
    ),
  }
}

type ProfileField = {
  id: number
  name: string
  hint: string
  field_type: number
  field_data: string
  position: number
  display_in_profile_summary: boolean
  required: boolean
  editable_by_user: boolean
  use_for_user_matching: boolean
}
type Playground = { id: number } & Record<'name' | 'pygments_language' | 'url_template', string>

type Folder = Omit<Schema['channel_folders'], 'id' | 'description' | 'rendered_description'> & {
  id: number
  description: string
  rendered_description: string
}
