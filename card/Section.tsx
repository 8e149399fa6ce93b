/** A titled block of a card; one level deeper in a preview, which stands on a page with a title of its own. */
import type { ReactNode } from 'react'

export type Variant = 'full' | 'preview'

export function Section(props: {
  title: string
  variant: Variant
  id?: string
  children: ReactNode
}) {
  const Heading = props.variant === 'full' ? 'h2' : 'h3'
  return (
    <section id={props.id}>
      <Heading className="bc-h">{props.title}</Heading>
      {props.children}
    </section>
  )
}
