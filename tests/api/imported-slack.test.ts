import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import { openSlackArchive } from '../../src/server/moving/import/slack/read-slack'
import { readEventCount } from '../../src/server/data/import/live-traffic'
import { at, sketchOrganization } from '../support/archives/organization'
import {
  linkTo,
  preformatted,
  richText,
  section,
  text,
  user,
} from '../support/archives/slack-blocks'
import { slackExport, slackTime } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import { useOwnServer } from '../support/own-server'

/** Source: docs/protocol/import.md#slack-groups. */
describe('an archive of Slack', () => {
  const server = useOwnServer()
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-slack-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('brings groups, canvases and pins along once, with silent mentions and links', async () => {
    const files = slackExport(sketchOrganization())
    const group = { id: 'S1', handle: 'crew', name: 'The Crew', users: ['UADA', 'UBOB'] }
    files.set('usergroups.json', JSON.stringify([group]))
    files.set('__uploads/F1/Handbook', '<html>Handbook</html>')
    const canvas = { id: 'F1', title: 'Handbook', user: 'UBOB', mode: 'canvas' }
    const message = {
      ...{ type: 'message', user: 'UADA', ts: slackTime(at(9)), text: 'Hi <!subteam^S1>' },
      ...{ pinned_to: ['CGENERAL'], files: [canvas] },
    }
    const bold = { bold: true }
    const cells = [[{ type: 'raw_text', text: 'a|b' }], [richText(section(user('UBOB', bold)))]]
    const blocks = [
      richText(section(text('To'), user('UBOB', bold), text(' &nbsp; 2*3*4 '), text('x ', bold)), {
        ...preformatted(linkTo('https://ex.org'), text('\n\n    end')),
        border: 1,
      }),
      { type: 'table', rows: cells },
    ]
    const edited = { type: 'message', user: 'UADA', ts: slackTime(at(10)), text: 'x', blocks }
    files.set('general/2024-03-01.json', JSON.stringify([message, edited]))
    const archive = path.join(folder, 'export.zip')
    await writeFile(archive, zipOf(files))
    const run = async () => {
      const reader = await openSlackArchive(archive)
      const options = { into: 'slack', people: PeopleMap.empty, isDryRun: false, resumes: false }
      try {
        await importArchive(server.ctx, reader, options)
      } finally {
        await reader.close()
      }
    }
    const written = () =>
      server.db
        .selectFrom('messages')
        .innerJoin('realms', 'realms.id', 'messages.realm_id')
        .where('realms.string_id', '=', 'slack')
        .select(['messages.id', 'topic', 'content', 'rendered_content'])
        .orderBy('messages.id')
        .execute()
    await run()
    const members = await server.db
      .selectFrom('user_groups')
      .innerJoin('user_group_members', (join) =>
        join
          .onRef('user_group_members.realm_id', '=', 'user_groups.realm_id')
          .onRef('user_group_members.group_id', '=', 'user_groups.id'),
      )
      .where('name', '=', 'crew')
      .select('user_id')
      .execute()
    expect(members).toHaveLength(2)
    const messages = await written()
    const hello = messages.find(({ content }) => content.startsWith('Hi'))
    expect(hello?.content).toMatch(/^Hi @_\*crew\*\n\n\[Handbook\]\(\/user_uploads\/.+\.html\)$/)
    expect(hello?.rendered_content).toContain('user-group-mention silent')
    const bob = expect.stringMatching(
      new RegExp(
        '<p>To\ufeff<strong><span class="user-mention" data-user-id="\\d+">@Bob Hopper</span></strong> ' +
          '&amp;nbsp; 2&#42;3&#42;4 <strong>x</strong></p>\n<blockquote>\n<div class="codehilite"><pre>' +
          '<span></span><code>https://ex.org\n\n    end\n</code></pre></div>\n</blockquote>\n<table>[^]*' +
          '<th>a\\|b</th>[^]*<td><strong><span class="user-mention" data-user-id="\\d+">@Bob Hopper</span>',
      ),
    ) as unknown
    expect(messages).toContainEqual(expect.objectContaining({ rendered_content: bob }))
    const pin = messages.find(({ topic }) => topic === 'pinned messages')
    expect(pin?.content).toContain(`/near/${hello?.id})`)
    await run()
    expect(await written()).toEqual(messages)
  })

  it('is no activity of people, for which an import would slow down', async () => {
    const archive = path.join(folder, 'quiet.zip')
    await writeFile(archive, zipOf(slackExport(sketchOrganization())))
    const reader = await openSlackArchive(archive)
    const counts = new Set([await readEventCount(server.db)])
    try {
      await importArchive(server.ctx, reader, {
        ...{ into: 'quiet', people: PeopleMap.empty, isDryRun: false, resumes: false },
        guard: async (tx) => void counts.add(await readEventCount(tx)),
      })
    } finally {
      await reader.close()
    }
    expect(counts.size).toBe(1)
    const before = await readEventCount(server.db)
    await server.owner.sendPrivately([server.owner.id], 'hello')
    expect(await readEventCount(server.db)).toBeGreaterThan(before)
  })
})
