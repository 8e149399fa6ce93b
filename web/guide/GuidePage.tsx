import { Accordion as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { CreatingCard, CustomizingCard } from './Cards.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { SharingCard, UnderstandingAnalytics } from './Sharing.tsx'
import { DeveloperFeatures, GettingSupport, MobileTips } from './Support.tsx'

/**
 * The user guide; the open section is in the URL, such as `#sharing`, so that it can be linked to.
 */
export function GuidePage() {
  const { user } = useUser()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const sections = all.filter(({ level }) => !level || user?.accessLevel === level)
  const open = sections.find(({ value }) => hash === `#${value}`)?.value ?? ''
  useArrival(open)
  return (
    <div className="page guide-page">
      <PageHeader
        title={t('User Guide')}
        text={t('How to get the most out of {name}', { name: product.name })}
      />
      <Accordion
        sections={sections.map((section) => ({
          ...section,
          content: <div className="guide-section">{section.content}</div>,
        }))}
        open={open}
        onOpen={(value) =>
          void navigate({ hash: value }, { replace: true, preventScrollReset: true })
        }
      />
    </div>
  )
}

// The browser looks for the section before the page has rendered.
function useArrival(open: string) {
  const arrived = useRef(open)
  useEffect(() => {
    document.getElementById(arrived.current)?.scrollIntoView()
  }, [])
}

const all: (Section & { level?: number })[] = [
  { value: 'start', title: t('Getting Started'), icon: 'home', content: <GettingStarted /> },
  {
    value: 'creating',
    title: t('Creating a Business Card'),
    icon: 'plus',
    content: <CreatingCard />,
  },
  {
    value: 'customizing',
    title: t('Customizing Your Card'),
    icon: 'palette',
    content: <CustomizingCard />,
  },
  { value: 'sharing', title: t('Sharing Your Card'), icon: 'qr', content: <SharingCard /> },
  {
    value: 'analytics',
    title: t('Understanding Analytics'),
    icon: 'chart',
    content: <UnderstandingAnalytics />,
  },
  {
    value: 'developers',
    title: t('Developer Features'),
    icon: 'bolt',
    content: <DeveloperFeatures />,
    // Product requirement: only this level sees the section, not those above.
    level: 3,
  },
  {
    value: 'mobile',
    title: t('Mobile Optimization Tips'),
    icon: 'phone-device',
    content: <MobileTips />,
  },
  { value: 'support', title: t('Getting Support'), icon: 'mail', content: <GettingSupport /> },
]

export type Section = { value: string; title: string; icon: IconName; content: ReactNode }

/** An accordion with at most one open section; `open` is its value, empty when all are closed. */
function Accordion({
  sections,
  open,
  onOpen,
}: {
  sections: Section[]
  open: string
  onOpen: (value: string) => void
}) {
  return (
    <Radix.Root className="stack" type="single" collapsible value={open} onValueChange={onOpen}>
      {sections.map(({ value, title, icon, content }) => (
        <Radix.Item className="panel accordion-item" key={value} value={value} id={value}>
          <Radix.Header asChild>
            <h2 className="expander">
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
