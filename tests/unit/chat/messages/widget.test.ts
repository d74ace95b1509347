import { widgetOf } from '../../../../src/server/chat/posting/widget'

const poll = (question: string, ...options: string[]) => ({
  widget_type: 'poll',
  extra_data: { question, options },
})
const todo = (task_list_title: string, ...tasks: { task: string; desc: string }[]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks },
})

describe('a message', () => {
  it.each([
    ['/poll', poll('')],
    ['/poll  Where?  ', poll('Where?')],
    ['/poll Where?\nhere\n\n  there ', poll('Where?', 'here', 'there')],
    [
      '/poll Where?\r\n- here\r\n* there\r\n-nowhere\r\n-',
      poll('Where?', 'here', 'there', 'nowhere'),
    ],
    ['/poll\nhere\n-- there', poll('', 'here', '- there')],
    ['/todo', todo('')],
    [
      '/todo Lunch\npizza: with salt: much\n- drinks\n* 12:30',
      todo(
        'Lunch',
        { task: 'pizza', desc: 'with salt: much' },
        { task: 'drinks', desc: '' },
        { task: '12:30', desc: '' },
      ),
    ],
  ])('is sent as a widget: %j', (content, widget) => {
    expect(widgetOf(content)).toEqual(widget)
  })

  it.each([
    '/polls are open',
    '/Poll Where?',
    ' /poll Where?',
    'a\n/poll',
    '/todo-list',
    '/me eats',
  ])('is sent as plain text: %j', (content) => {
    expect(widgetOf(content)).toBeUndefined()
  })
})
