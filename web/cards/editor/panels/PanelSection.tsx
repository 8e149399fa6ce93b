import { type ReactNode, useId, useState } from 'react'

/** A section that is folded until selected; its content is rendered once it has been opened. */
export function FoldedSection({
  title,
  text,
  isOpen,
  children,
}: {
  title: ReactNode
  text: ReactNode
  isOpen: boolean
  children: ReactNode
}) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    <details
      className="panel panel-section panel-fold"
      open={wasOpened}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>
        <h2>{title}</h2>
        <p>{text}</p>
      </summary>
      {wasOpened && children}
    </details>
  )
}

/** A titled section of a tab. */
export function PanelSection({
  title,
  text,
  action,
  children,
}: {
  title: ReactNode
  text?: ReactNode
  /** A small button beside the title. */
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="panel panel-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
        {action}
      </header>
      {children}
    </section>
  )
}
