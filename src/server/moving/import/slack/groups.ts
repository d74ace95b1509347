import type { Archive } from '../archive/archive'
import { dateOf, firstText, numberOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { GroupRecord } from '../records'
import type { Layout } from './layout'
import type { People } from './people'
import { readRows } from './read-rows'
import type { Remark } from './read-rows'

const list = 'usergroups.json'

/**
 * User groups of all workspaces, which slackdump and some exports of Enterprise Grid have; a group that several
 * workspaces share is read once. Source: docs/protocol/import.md#slack-groups.
 */
export async function readGroups(
  archive: Archive,
  { roots }: Layout,
  people: People,
  remark: Remark,
): Promise<Map<string, GroupRecord>> {
  const groups = new Map<string, GroupRecord>()
  for (const root of new Set(['', ...roots])) {
    for (const row of await readRows(archive, root + list, remark)) {
      const id = textOf(row, 'id')
      if (id === '') remark({ reason: 'A user group has no id.', file: root + list })
      else if (!groups.has(id)) groups.set(id, groupOf(row, people))
    }
  }
  return groups
}

function groupOf(row: Row, people: People): GroupRecord {
  const [name, handle] = [firstText(row, 'name'), firstText(row, 'handle')]
  const description = [name === handle ? '' : name, firstText(row, 'description')]
  const creatorKey = people.find(textOf(row, 'created_by'))?.key
  const createdAt = dateOf(numberOf(row, 'date_create'), 's')
  const memberKeys = textsOf(row, 'users').flatMap((id) => people.find(id)?.key ?? [])
  return {
    ...{ kind: 'group', key: textOf(row, 'id'), name: handle || name || textOf(row, 'id') },
    description: [...new Set(description.filter(Boolean))].join(' – '),
    memberKeys: [...new Set(memberKeys)],
    isDeactivated: (numberOf(row, 'date_delete') ?? 0) > 0,
    ...(creatorKey !== undefined && { creatorKey }),
    ...(createdAt && { createdAt }),
  }
}
