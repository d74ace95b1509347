import type { Shape } from './slow-inputs'

/** Texts that once held a worker for long, by the name of their reader. */
export const onceSlow: readonly (readonly [
  reader: string,
  shape: Partial<Shape> & Pick<Shape, 'unit'>,
])[] = [
  ['fences', { unit: '~' }],
  ['fences', { prefix: '```', unit: ' ', suffix: 'a b' }],
  ['github/issue_comment-created of a webhook', { unit: '~' }],
  ['slack-incoming/attachments of a webhook', { unit: '~' }],
  ['gitlab/note-merge_request of a webhook', { unit: '~' }],
  ['renderMarkdown', { unit: '\n10. \n>> ' }],
  ['renderMarkdown', { unit: '1. a\n  1. b\n' }],
  ['page of a mail', { prefix: 'y'.repeat(100_000), unit: '<b>x</b>' }],
  ['page of a mail', { unit: '<a href="http://a.b/c">d</a> ' }],
  ['text of a push', { prefix: '<p>', unit: ' ' }],
  ['text of a push', { unit: '<' }],
  ['text of a push', { unit: '<b>' }],
  ['text of a push', { prefix: '&gt; '.repeat(240), unit: '<br>' }],
  ['text of a push without quotes', { unit: '<' }],
  ['texts of all archives', { unit: '\u0001user:é' }],
  ['texts of all archives', { prefix: '\u00a0', unit: ' ', suffix: 'x' }],
  ['Mattermost: text', { unit: '`', suffix: '\u2028' }],
  ['Discord: text', { prefix: '>', unit: ' ', suffix: '\u2028' }],
  ['Zulip: text', { prefix: '#**a', unit: '>' }],
  ['charset of a page', { prefix: 'charset=', unit: ' ', suffix: '!' }],
  ['file name', { unit: '\u0323\u0307' }],
  ['body of a webhook', { unit: '[1],', suffix: '1' }],
  ['body of a webhook', { unit: '1,}' }],
]
