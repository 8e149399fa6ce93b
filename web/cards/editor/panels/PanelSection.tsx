import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldFrame } from '../../../ui/Fields.tsx'

/** A section that is folded at first. Its content is rendered once it has been opened. */
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

/** Adds a row to the list above it, up to the maximum. */
export function AddRowButton({
  label,
  count,
  max,
  full: fullText,
  onAdd,
}: {
  label: string
  count: number
  max: number
  /** Says that the maximum is reached. */
  full: string
  onAdd: () => void
}) {
  const full = count >= max
  return (
    <div className="row">
      <Button aria-disabled={full || undefined} onClick={full ? undefined : onAdd} icon="plus">
        {label}
      </Button>
      <p className="field-hint">
        {full && `${fullText} `}
        {t('{count} of {max}', { count, max })}
      </p>
    </div>
  )
}

/** A field for program code. */
export function CodeField({
  rows,
  value,
  onChange,
  ref,
  ...frame
}: Omit<ComponentProps<typeof FieldFrame>, 'length' | 'children'> & {
  rows: number
  value: string
  onChange: (text: string) => void
  ref?: Ref<HTMLTextAreaElement>
}) {
  return (
    <FieldFrame {...frame} length={value.length}>
      {(marks) => (
        <textarea
          {...marks}
          ref={ref}
          className="input code-area"
          dir="ltr"
          rows={rows}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
