import { markdownOfAttachments } from '../../../src/server/moving/import/slack/attachments'
import { markdownInsteadOfText } from '../../../src/server/moving/import/slack/blocks'
import type { SlackNames } from '../../../src/server/moving/import/slack/names'
import { documentedBlocks, plain } from '../../support/archives/slack-blocks'

const names: SlackNames = {
  user: (id) => (id === 'U1' ? { key: 'U1', name: 'Ada' } : undefined),
  group: () => undefined,
  conversation: (id) => (id === 'C1' ? { key: 'C1', name: 'general', isStream: true } : undefined),
}

function read(message: object) {
  const reasons: string[] = []
  const tell = (reason: string) => void reasons.push(reason)
  const given = { text: '', ...message }
  return { markdown: markdownInsteadOfText(given, names, tell), given, reasons, tell }
}

/** Source: docs/protocol/import.md#slack-blocks. */
describe('blocks of Slack', () => {
  it.each(documentedBlocks)('have their texts and addresses: %s', (_name, block, markdown) => {
    expect(read({ text: 'fallback', blocks: [block] }).markdown).toBe(markdown)
  })

  it('are told of if they work in Slack only', () => {
    const elements = [{ type: 'button', text: plain('Approve') }, { type: 'static_select' }]
    const { markdown, reasons } = read({
      text: 'Approve?',
      blocks: [{ type: 'actions', elements }],
    })
    expect(markdown).toBeUndefined()
    expect(reasons).toEqual([
      'A button without an address of Slack is left out.',
      'A control static_select of Slack is left out.',
    ])
  })

  it.each([
    [{ type: 'mood', text: plain('fine') }, 'fine', 'is shown by its texts'],
    [{ type: 'mood', alt_text: 'a smile' }, 'a smile', 'is shown by its texts'],
    [
      {
        type: 'mood',
        title: 'Mood',
        elements: [{ type: 'mood_part', text: 'fine' }],
        url: 'https://m',
      },
      '**Mood**\n\n[https://m](https://m)',
      'is shown by its texts',
    ],
    [{ type: 'mood' }, 'The mood is fine.', 'is left out'],
  ])('keep their texts if their kind is unknown: %j', (block, shown, told) => {
    const { markdown, reasons } = read({
      text: 'The mood is fine.',
      blocks: [{ type: 'divider' }, block],
    })
    expect(markdown).toBe(told === 'is left out' ? `${shown}\n\n----` : `----\n\n${shown}`)
    expect(reasons).toContain(`The block mood ${told}.`)
  })

  it('leave files to the message that has them', () => {
    const blocks = [{ type: 'file', external_id: 'x', source: 'remote' }]
    expect(read({ blocks, files: [{ id: 'F1' }] }).reasons).toEqual([])
    expect(read({ blocks }).reasons).toEqual(['The block file is left out.'])
  })

  it('have buttons with addresses, and shared messages, if they are in attachments', () => {
    const { given, tell } = read({
      attachments: [
        {
          ...{ text: '*A*', fields: [{ title: 'x*y*z', value: 3 }] },
          actions: [{ type: 'button', text: 'Open', url: 'https://ex.org/o' }],
        },
        { message_blocks: [{ message: { blocks: [{ type: 'header', text: plain('Said') }] } }] },
        { fallback: 'only a fallback' },
      ],
    })
    expect(markdownOfAttachments(given, names, tell)).toBe(
      '**A**\n\n**x&#42;y&#42;z**: 3\n\n[Open](https://ex.org/o)\n\n## Said\n\nonly a fallback',
    )
  })
})
