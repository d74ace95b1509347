import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useApp } from '../../context/app'
import { Icon } from '../../ui/icon/icon'
import styles from './sidebar.module.css'

interface SectionProps {
  /** Key under which the folded state is stored. */
  fold: string
  title: string
  /** Shows the section even if it is folded, while the filter is in use. */
  isForced: boolean
  /** Buttons beside the title. */
  tools?: ComponentChildren
  children: ComponentChildren
  /** Shown while the section is folded: the row of the place where the reader is. */
  chosen?: ComponentChildren
  isOpenAtFirst?: boolean
}

/** A foldable section of the sidebar. */
export function Section(props: SectionProps) {
  const { fold, title, isForced, tools, children, chosen, isOpenAtFirst = true } = props
  const { folds } = useApp()
  const id = useId()
  const isOpen = isForced || (folds.isOpen(fold) ?? isOpenAtFirst)
  return (
    <section aria-labelledby={id}>
      <div class={styles['heading']}>
        <h2>
          <button
            id={id}
            type="button"
            aria-expanded={isOpen}
            onClick={() => folds.set(fold, !isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            {title}
          </button>
        </h2>
        {tools}
      </div>
      {isOpen ? children : chosen}
    </section>
  )
}
