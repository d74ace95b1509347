import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { ownPicture } from '../../parts/avatar/picture'
import { IconButton } from '../../ui/icon-button/icon-button'
import { lazy } from '../../parts/lazy/lazy'
import styles from './banner.module.css'

const ConnectionStatus = lazy((parts) => parts.ConnectionStatus)
const SearchBox = lazy((parts) => parts.SearchBox)
const YourMenu = lazy((parts) => parts.YourMenu)

interface BannerProps {
  /** Undefined if the sidebar stands beside the screen. */
  onShowSidebar: (() => void) | undefined
  onShowPeople: (() => void) | undefined
  onShowHelp: () => void
}

/** Top bar: organization, search, connection state, and the reader's menu. */
export function Banner({ onShowSidebar, onShowPeople, onShowHelp }: BannerProps) {
  return (
    <header class={styles['banner']}>
      <div class={styles['start']}>
        {onShowSidebar && (
          <IconButton icon="menu" label={t.frame.showConversations} onClick={onShowSidebar} />
        )}
        <Organization />
      </div>
      <div class={styles['search']}>
        <SearchBox />
      </div>
      <div class={styles['end']}>
        <ConnectionStatus />
        {onShowPeople && (
          <IconButton icon="users" label={t.frame.showPeople} onClick={onShowPeople} />
        )}
        <YourMenu onShowHelp={onShowHelp} />
      </div>
    </header>
  )
}

function Organization() {
  const { store } = useApp()
  const name = store.read('realm_name')
  const icon = ownPicture(store.read('realm_icon_url'))
  return (
    <a class={styles['organization']} href="#" title={name}>
      <img src={icon ?? '/icons/favicon.svg'} alt="" width="28" height="28" />
      <strong>{name}</strong>
    </a>
  )
}
