import { Tabs as Radix } from 'radix-ui'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParam } from './useSearchParam.ts'

export type Tab = {
  value: string
  title: string
  content: ReactNode
  /** In the list only while it is open; something else opens it. */
  extra?: boolean
}

/** Tabs within a page or dialog. */
export function Tabs({ label, tabs, start }: { label: string; tabs: Tab[]; start: string }) {
  const [chosen, choose] = useState(start)
  return (
    <Radix.Root value={chosen} onValueChange={choose}>
      <TabList label={label} tabs={tabs} look="tabs-list" />
      <Panels tabs={tabs} chosen={chosen} />
    </Radix.Root>
  )
}

/** Underlined page tabs; the selected one is in the URL as `?tab=` or another `param`, except for the first. */
export function PageTabs({
  label,
  tabs,
  param,
  more,
}: {
  label: string
  tabs: Tab[]
  /** For pages with several tab lists. */
  param?: string
  /** After the list, such as a menu of the extra tabs. */
  more?: ReactNode
}) {
  const [tab, select] = useSearchParam(param)
  const container = useRef<HTMLDivElement>(null)
  const selected = tabs.find(({ value }) => value === tab) ?? tabs[0]
  const chosen = selected?.value
  // Scrolls the tab list so that the selected tab is visible, and the page to the beginning of its panel.
  useEffect(() => {
    const tab = chosen && container.current?.querySelector(active)
    // Horizontally only: the list may be far from the current scroll position.
    if (tab) tab.parentElement?.scrollBy(overhang(tab, tab.parentElement), 0)
    const box = container.current
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView()
  }, [chosen])
  return (
    <Radix.Root
      ref={container}
      className="stack page-tabs"
      data-gap="5"
      value={chosen}
      onValueChange={select}
    >
      <div className="tab-row">
        <TabList
          label={label}
          tabs={tabs.filter(({ extra, value }) => !extra || value === chosen)}
          look="tab-line"
        />
        {more}
      </div>
      <Panels tabs={tabs} chosen={chosen} />
    </Radix.Root>
  )
}

/** Returns how far an element overflows the start or end of its line, in pixels. */
function overhang(tab: Element, line: Element): number {
  const [inner, outer] = [tab.getBoundingClientRect(), line.getBoundingClientRect()]
  return Math.min(0, inner.left - outer.left) || Math.max(0, inner.right - outer.right)
}

const active = '[role="tab"][aria-selected="true"]'

type Line = { label: string; tabs: Tab[]; look: string }

// Memoized: edits inside a panel do not change the tab list.
const TabList = memo(
  ({ label, tabs, look }: Line) => (
    <Radix.List className={look} aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value}>
          {tab.title}
        </Radix.Trigger>
      ))}
    </Radix.List>
  ),
  (before, now) => before.label === now.label && titles(before) === titles(now),
)

function titles({ tabs }: Line): string {
  return tabs.map(({ value, title }) => value + title).join()
}

function Panels({ tabs, chosen }: { tabs: Tab[]; chosen: string | undefined }) {
  return tabs.map(({ value, content }) => (
    <Panel key={value} value={value} shown={value === chosen}>
      {value === chosen && content}
    </Panel>
  ))
}

type PanelProps = { value: string; shown: boolean; children: ReactNode }

// Always mounted: Radix would render a panel's whole content synchronously when it opens, which blocks input.
const Panel = memo(({ value, shown, children }: PanelProps) => (
  <Radix.Content value={value} forceMount hidden={!shown}>
    {children}
  </Radix.Content>
))
