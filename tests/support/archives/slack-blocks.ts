/*
 * Messages as Slack's editor and its apps write them: every element and style of rich text, every kind of block that Slack
 * documents, kinds that it does not have, and attachments of older apps. Source: docs.slack.dev, "Block Kit".
 */

type Fields = Record<string, unknown>

export const richText = (...elements: Fields[]) => ({ type: 'rich_text', elements })
export const section = (...elements: Fields[]) => ({ type: 'rich_text_section', elements })
export const preformatted = (...elements: Fields[]) => ({
  type: 'rich_text_preformatted',
  elements,
})
export const quote = (...elements: Fields[]) => ({ type: 'rich_text_quote', elements })
export const text = (value: string, style?: Fields) => ({
  ...{ type: 'text', text: value },
  ...(style && { style }),
})
export const list = (style: string, fields: Fields, ...items: Fields[][]) => ({
  ...{ type: 'rich_text_list', style, indent: 0, border: 0, ...fields },
  elements: items.map((elements) => section(...elements)),
})
export const linkTo = (url: string, label?: string, style?: Fields) => ({
  ...{ type: 'link', url },
  ...(label !== undefined && { text: label }),
  ...(style && { style }),
})
export const user = (id: string, style?: Fields) => ({
  ...{ type: 'user', user_id: id },
  ...(style && { style }),
})
export const plain = (value: string) => ({ type: 'plain_text', text: value, emoji: true })
const mrkdwn = (value: string) => ({ type: 'mrkdwn', text: value })

const picture = { type: 'image', image_url: 'https://ex.org/p.svg', alt_text: 'a cat' }
const button = (label: string, url?: string) => ({
  ...{ type: 'button', action_id: label, text: plain(label) },
  ...(url && { url }),
})

/** A block of each documented kind, with the Markdown that an import makes of it. `U1` is Ada, `C1` is general. */
export const documentedBlocks: [name: string, block: Fields, markdown: string][] = [
  [
    'actions',
    {
      type: 'actions',
      elements: [
        button('Open *it*', 'https://ex.org/a?b=1&amp;c=2'),
        button('Approve'),
        {
          type: 'static_select',
          placeholder: plain('Pick'),
          initial_option: { text: plain('High') },
        },
        { type: 'users_select', initial_user: 'U1' },
        { type: 'datepicker', initial_date: '2024-03-01' },
        { type: 'overflow', options: [{ text: plain('Docs'), url: 'https://ex.org/docs' }] },
      ],
    },
    '[Open &#42;it&#42;](https://ex.org/a?b=1&c=2) High \u0001user:U1|Ada\u0002 2024-03-01 [Docs](https://ex.org/docs)',
  ],
  ['alert', { type: 'alert', level: 'warning', text: mrkdwn('*Careful*') }, '**Careful**'],
  [
    'call',
    { type: 'call', call: { v1: { name: 'Standup', join_url: 'https://call.ex.org/1' } } },
    '[Standup](https://call.ex.org/1)',
  ],
  [
    'card',
    {
      ...{ type: 'card', title: mrkdwn('Ship'), subtitle: plain('soon'), body: mrkdwn('_now_') },
      ...{ hero_image: picture, actions: [button('Go', 'https://ex.org/go')] },
    },
    '**Ship**\n\nsoon\n\n*now*\n\n[a cat](https://ex.org/p.svg)\n\n[Go](https://ex.org/go)',
  ],
  [
    'carousel',
    {
      type: 'carousel',
      elements: [
        { type: 'card', title: plain('A') },
        { type: 'card', title: plain('B') },
      ],
    },
    '**A**\n\n**B**',
  ],
  [
    'container',
    {
      ...{ type: 'container', title: plain('Two records'), subtitle: plain('Review') },
      child_blocks: [{ type: 'section', text: mrkdwn('one') }, { type: 'divider' }],
    },
    '**Two records**\n\nReview\n\none\n\n----',
  ],
  [
    'context',
    { type: 'context', elements: [picture, mrkdwn('by <@U1>'), plain('a*b*c')] },
    '[a cat](https://ex.org/p.svg) by \u0001user:U1|Ada\u0002 a&#42;b&#42;c',
  ],
  [
    'data_table',
    {
      ...{ type: 'data_table', caption: 'Sales' },
      rows: [
        [
          { type: 'raw_text', text: 'Region' },
          { type: 'raw_text', text: 'Sum' },
        ],
        [
          { type: 'raw_text', text: 'a|b' },
          { type: 'raw_number', value: 7 },
        ],
      ],
    },
    '**Sales**\n\n| Region | Sum |\n| --- | --- |\n| a\\|b | 7 |',
  ],
  ['divider', { type: 'divider' }, '----'],
  [
    'header',
    { type: 'header', text: plain('Q&amp;A *now* :tada:') },
    '## Q&A &#42;now&#42; :tada:',
  ],
  ['image', { ...picture, title: plain('Our cat') }, '[Our cat](https://ex.org/p.svg)'],
  [
    'image of a file',
    { type: 'image', alt_text: 'plan', slack_file: { id: 'F1', url: 'https://files/F1' } },
    '[plan](\u0001file:F1|https://files/F1\u0002)',
  ],
  [
    'input',
    {
      ...{ type: 'input', label: plain('Reason'), hint: plain('In a word') },
      element: { type: 'plain_text_input', initial_value: 'ill' },
    },
    '**Reason** ill\n\nIn a word',
  ],
  [
    'markdown',
    { type: 'markdown', text: '**b** _i_ __s__ \\*x\\* <@U1>\n```\n_x_\n```' },
    '**b** *i* **s** &#42;x&#42; \u0001user:U1|Ada\u0002\n```\n_x_\n```',
  ],
  [
    'plan',
    {
      ...{ type: 'plan', title: 'Thinking' },
      tasks: [
        {
          ...{ type: 'task_card', task_id: '1', title: 'Look', status: 'complete' },
          output: richText(section(text('found', { bold: true }))),
          sources: [{ type: 'url', url: 'https://ex.org/s', text: 'source' }],
        },
      ],
    },
    '**Thinking**\n\n**Look**\n\n**found**\n\n[source](https://ex.org/s)',
  ],
  ['rich_text', richText(section(text('plain'))), 'plain'],
  [
    'section',
    {
      ...{ type: 'section', text: mrkdwn('*Build* failed') },
      fields: [mrkdwn('*Branch*'), mrkdwn('*State*'), plain('a|b'), mrkdwn('<@U1>')],
      accessory: button('Logs', 'https://ex.org/logs'),
    },
    '**Build** failed\n\n| **Branch** | **State** |\n| --- | --- |\n| a\\|b | \u0001user:U1|Ada\u0002 |\n\n' +
      '[Logs](https://ex.org/logs)',
  ],
  [
    'section with fields of several lines',
    { type: 'section', fields: [mrkdwn('*Priority:*\nHigh'), mrkdwn('*Owner:*\n<@U1>')] },
    '**Priority:**\nHigh\n\n**Owner:**\n\u0001user:U1|Ada\u0002',
  ],
  [
    'table',
    {
      ...{ type: 'table', column_settings: [{}, { align: 'right' }] },
      rows: [
        [
          { type: 'raw_text', text: 'Who' },
          { type: 'raw_text', text: 'What' },
        ],
        [richText(section(user('U1'))), richText(section(text('a|b', { code: true })))],
      ],
    },
    '| Who | What |\n| --- | ---: |\n| \u0001user:U1|Ada\u0002 | `a\\|b` |',
  ],
  [
    'video',
    {
      ...{ type: 'video', title: plain('Tour'), title_url: 'https://v.ex.org/1', alt_text: 'tour' },
      ...{
        video_url: 'https://v.ex.org/embed/1',
        description: plain('five minutes'),
        author_name: 'Bo',
      },
    },
    '[Tour](https://v.ex.org/1)\n\nfive minutes\n\nBo',
  ],
]
