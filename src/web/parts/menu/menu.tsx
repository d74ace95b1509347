import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import type { KeyName } from '../../keyboard/keys'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/names'
import { Popover } from '../popover/popover'
import { moveInMenu } from './move-in-menu'
import styles from './menu.module.css'

interface MenuProps {
  /** The name of the button, and of the menu. */
  label: string
  /** What the button shows. */
  button: ComponentChildren
  /** Drawn only while the menu is open: <MenuItem>, <MenuLink>, <MenuChoice>, <MenuRule>. */
  children: () => ComponentChildren
  buttonClass?: string
  align?: 'start' | 'end'
  side?: 'below' | 'above'
  /** Where somebody else can open it as well, such as a key. */
  openerRef?: { current: (() => void) | null }
}

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const { label, button, children, buttonClass = 'icon-button', align, side, openerRef } = props
  const isOpen = useSignal(false)
  /** A click on the button also closes the menu as a click beside it; it must not open again by the same click. */
  const wasOpen = useRef(false)
  const anchor = useRef<HTMLButtonElement>(null)
  if (openerRef) openerRef.current = () => (isOpen.value = true)

  return (
    <>
      <button
        ref={anchor}
        type="button"
        class={buttonClass}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onPointerDown={() => (wasOpen.current = isOpen.value)}
        onClick={() => {
          isOpen.value = !wasOpen.current
          wasOpen.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          isOpen.value = true
        }}
      >
        {button}
      </button>
      {isOpen.value && anchor.current && (
        <MenuPopover
          label={label}
          anchor={anchor.current}
          onClose={() => (isOpen.value = false)}
          {...(align ? { align } : {})}
          {...(side ? { side } : {})}
        >
          {children()}
        </MenuPopover>
      )}
    </>
  )
}

const CloseMenu = createContext<() => void>(() => undefined)

interface MenuPopoverProps {
  label: string
  anchor: HTMLElement
  onClose: () => void
  children: ComponentChildren
  align?: 'start' | 'end'
  side?: 'below' | 'above'
}

/** A menu by itself, for who has a button already, or a right click. */
export function MenuPopover({ children, onClose, ...rest }: MenuPopoverProps) {
  return (
    <CloseMenu.Provider value={onClose}>
      <Popover
        {...rest}
        role="menu"
        class={styles['menu']}
        onClose={onClose}
        onKeyDown={(event) => moveInMenu(event, onClose)}
      >
        {children}
      </Popover>
    </CloseMenu.Provider>
  )
}

interface ItemProps {
  children: ComponentChildren
  icon?: IconName
  /** A key that does the same, shown beside it. */
  keyName?: KeyName
  isDangerous?: boolean
}

/** Something to do. */
export function MenuItem({ onChoose, ...rest }: ItemProps & { onChoose: () => void }) {
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={`${styles['item']} ${rest.isDangerous ? styles['dangerous'] : ''}`}
      onClick={() => {
        // First, so that what opens next gives the focus back to the menu's button.
        close()
        onChoose()
      }}
    >
      <ItemContent {...rest} />
    </button>
  )
}

/** Somewhere to go. */
export function MenuLink({ href, ...rest }: ItemProps & { href: string }) {
  const close = useContext(CloseMenu)
  return (
    <a href={href} role="menuitem" tabIndex={-1} class={styles['item']} onClick={close}>
      <ItemContent {...rest} />
    </a>
  )
}

/** One of several, of which one is chosen; or, by itself, something that is on or off. */
export function MenuChoice(
  props: ItemProps & { isChosen: boolean; isOneOfMany?: boolean; onChoose: () => void },
) {
  const { isChosen, isOneOfMany = true, onChoose, ...rest } = props
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role={isOneOfMany ? 'menuitemradio' : 'menuitemcheckbox'}
      aria-checked={isChosen}
      tabIndex={-1}
      class={styles['item']}
      onClick={() => {
        close()
        onChoose()
      }}
    >
      <ItemContent {...rest} />
      <span class={styles['tick']}>{isChosen && <Icon name="check" />}</span>
    </button>
  )
}

/** Items that belong together, under a name that everybody sees. */
export function MenuGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div role="group" aria-label={label}>
      <p class={styles['label']} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}

/** A line between groups of items. */
export function MenuRule() {
  return <hr class={styles['rule']} />
}

function ItemContent({ icon, children, keyName }: ItemProps) {
  const { keyboard } = useApp()
  return (
    <>
      {icon && <Icon name={icon} />}
      <span class={styles['text']}>{children}</span>
      {keyName && (
        <kbd class={styles['key']} aria-hidden="true">
          {keyboard.describe(keyName)[0]}
        </kbd>
      )}
    </>
  )
}
