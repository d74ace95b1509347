import { join } from 'node:path'
import { openZulipArchive } from '../../../src/server/moving/import/zulip/open'
import { readAll } from '../../support/archives/read-all'
import { writeFiles } from '../../support/archives/zip'
import { zulipExport, zulipVersions } from '../../support/archives/zulip-versions'
import { makeOwnFolder } from '../../support/own-folder'

/** Source: docs/protocol/import.md#archive-tables. */
describe.each(zulipVersions)('an archive of Zulip %s', (version) => {
  async function read() {
    const folder = join(await makeOwnFolder('zulip-versions'), String(version))
    await writeFiles(folder, zulipExport(version))
    return readAll(await openZulipArchive(folder))
  }

  it('tells the same story as the others', async () => {
    const { of, remarks } = await read()
    expect(remarks).toMatchObject([{ file: 'news' }])
    expect(of('realm')[0]).toMatchObject({
      permissions: {
        can_create_public_channel_group: 'role:administrators',
        can_create_private_channel_group: 'role:administrators',
        can_invite_users_group: 'role:moderators',
        can_mention_many_users_group: 'role:administrators',
        direct_message_permission_group: 'role:nobody',
        can_move_messages_between_topics_group: 'role:administrators',
      },
      streamSettings: { new_stream_announcements_stream_id: '20' },
      linkifiers: [{ pattern: 'T(?P<id>[0-9]+)', urlTemplate: 'https://bugs.test/{id}' }],
      playgrounds: [{ name: 'Try', language: 'Python', urlTemplate: 'https://try.test/?{code}' }],
    })
    expect(of('user')).toHaveLength(2)
    expect(of('user')[0]).toMatchObject({
      ...{ key: '10', fullName: 'Olga', role: 100, email: 'olga@acme.test' },
      settings: {
        ...{ enter_sends: true, web_home_view: 'recent_topics', email_address_visibility: 3 },
        web_escape_navigates_to_home_view: false,
        realm_name_in_email_notifications_policy: 2,
      },
    })
    expect(of('group')).toMatchObject([{ key: '60', name: 'crew', memberKeys: ['10', '11'] }])
    expect(of('stream')).toMatchObject([
      { name: 'news', permissions: { can_send_message_group: 'role:administrators' } },
      { name: 'past', isArchived: true },
    ])
    expect(of('folder').map(({ name }) => name)).toEqual(version >= 11 ? ['Team'] : [])
    expect(of('stream')[0]?.folderKey).toBe(version >= 11 ? '3' : undefined)
    expect(of('snippet').map(({ title }) => title)).toEqual(version >= 10 ? ['Hello'] : [])
    expect(of('subscription').map(({ userKey }) => userKey)).toEqual(['10', '11'])
    expect(of('topic-policy')).toMatchObject([{ topic: 'noise', userKey: '10', policy: 1 }])
    expect(of('reaction')).toMatchObject([{ messageKey: '501', emojiName: 'tada' }])
    expect(of('message')).toMatchObject([
      {
        ...{ key: '501', to: { streamKey: '20', topic: 'Plans' }, client: 'website' },
        edits: [{ userKey: '11', topic: 'Plan', content: 'txt' }],
        ...{ starredBy: ['10'], unreadBy: ['11'], mentionedKeys: ['11'], topicMentionedKeys: [] },
      },
      { key: '502', to: { userKeys: ['10', '11'] }, unreadBy: ['11'] },
    ])
  })
})

describe('an archive of Zulip that is not valid UTF-8', () => {
  it('is read, and told of once for each file', async () => {
    const files = zulipExport(10)
    for (const name of ['realm.json', 'messages-000001.json']) {
      const text = String(files.get(name))
        .replace('Olga', '\u00d6lga')
        .replace('we two', 'we tw\u00f6')
      files.set(name, Buffer.from(text, 'latin1'))
    }
    const folder = join(await makeOwnFolder('zulip-utf8'), 'archive')
    await writeFiles(folder, files)
    const { remarks } = await readAll(await openZulipArchive(folder))
    const told = remarks.filter(({ reason }) => reason === 'Text that is not valid UTF-8')
    expect(told.map(({ file }) => file)).toEqual(['realm.json', 'messages-000001.json'])
  })
})
