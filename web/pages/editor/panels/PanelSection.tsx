import { type ReactNode, useId } from 'react'

/** A titled section of a tab. */
export function PanelSection({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="panel panel-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
  )
}
