import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'

/** A dialog, opened by elements whose `data-opens` is its id. */
export function Sheet({
  id,
  title,
  className = '',
  children,
}: {
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <dialog id={id} className={`sheet ${className}`.trim()} aria-labelledby={`${id}-title`}>
      <header className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <CloseButton data-closes="" />
      </header>
      {children}
    </dialog>
  )
}

/** Its `data-` attribute selects what it closes. */
export function CloseButton(
  what: ComponentProps<'button'> & Partial<Record<'data-closes' | 'data-dismisses', string>>,
) {
  return (
    <button
      className="button"
      type="button"
      data-kind="ghost"
      data-size="small"
      data-icon-only=""
      aria-label={t('Close')}
      {...what}
    >
      <Icon name="close" size={16} />
    </button>
  )
}
