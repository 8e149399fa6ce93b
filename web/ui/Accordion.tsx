import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/Icon.tsx'

export type Section = { value: string; title: string; icon: IconName; content: ReactNode }

/** Titled parts of a page of which at most one is open; `open` is its value, empty when all are closed. */
export function Accordion({
  sections,
  open,
  onOpen,
}: {
  sections: Section[]
  open: string
  onOpen: (value: string) => void
}) {
  return (
    <Radix.Root className="accordion" type="single" collapsible value={open} onValueChange={onOpen}>
      {sections.map(({ value, title, icon, content }) => (
        <Radix.Item className="panel accordion-item" key={value} value={value} id={value}>
          <Radix.Header asChild>
            <h2>
              <Radix.Trigger>
                <Icon name={icon} />
                <span>{title}</span>
                <Icon name="chevron-down" />
              </Radix.Trigger>
            </h2>
          </Radix.Header>
          <Radix.Content className="accordion-content">
            <div>{content}</div>
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
