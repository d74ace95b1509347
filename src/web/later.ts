/*
 * What the first messages do without: writing, dialogs, menus, the rarer screens. All of it is one file, which is
 * fetched when they are shown: many small ones would take more bytes and more time than they save.
 * Components are named here, and drawn by `lazy` (parts/lazy/lazy.tsx); send/fetch-writing.ts makes the rest.
 */
export { Compose } from './parts/compose/compose'
export { EditMessage } from './parts/edit-message/edit-message'
export { KeyboardHelp } from './parts/keyboard-help/keyboard-help'
export { MessageKeys } from './parts/message-keys/message-keys'
export { Nothing, UnknownStream } from './screens/feed/nothing'
export { OverlayLayer } from './parts/overlays/overlay-layer'
export { People } from './parts/people/people'
export { PendingMessages } from './parts/compose/pending-messages'
export { PollWidget } from './parts/widgets/poll-widget'
export { SearchBox } from './parts/search/search-box'
export { StreamMenu } from './parts/sidebar/stream-menu'
export { TodoWidget } from './parts/widgets/todo-widget'
export { TopicMenu } from './parts/topic-menu/topic-menu'
export { YourMenu } from './screens/frame/your-menu'
export { createWriting } from './send/writing'
export { DraftsScreen } from './screens/drafts/drafts-screen'
export { RecentScreen } from './screens/recent/recent-screen'
