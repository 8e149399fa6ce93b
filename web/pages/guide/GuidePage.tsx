import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useUser } from '../../data/session.ts'
import { product } from '../../product.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Accordion, type Section } from '../../ui/Accordion.tsx'
import { CreatingCard, CustomizingCard } from './Cards.tsx'
import { DeveloperFeatures, MobileTips } from './Experts.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { SharingCard, UnderstandingAnalytics } from './Sharing.tsx'
import { GettingSupport } from './Support.tsx'

/** The guide; the open section stands in the address as `#sharing`, so that it can be sent to somebody. */
export function GuidePage() {
  const { user } = useUser()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const sections = all.filter(({ level }) => !level || user?.accessLevel === level)
  const open = sections.find(({ value }) => hash === `#${value}`)?.value ?? ''
  useArrival(open)
  return (
    <div className="page guide-page">
      <PageHeader title="User Guide" text={`How to get the most out of ${product.name}`} />
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

// The browser looks for the section before the page is there.
function useArrival(open: string) {
  const arrived = useRef(open)
  useEffect(() => {
    document.getElementById(arrived.current)?.scrollIntoView()
  }, [])
}

const all: (Section & { level?: number })[] = [
  { value: 'start', title: 'Getting Started', icon: 'home', content: <GettingStarted /> },
  { value: 'creating', title: 'Creating a Business Card', icon: 'plus', content: <CreatingCard /> },
  {
    value: 'customizing',
    title: 'Customizing Your Card',
    icon: 'palette',
    content: <CustomizingCard />,
  },
  { value: 'sharing', title: 'Sharing Your Card', icon: 'qr', content: <SharingCard /> },
  {
    value: 'analytics',
    title: 'Understanding Analytics',
    icon: 'chart',
    content: <UnderstandingAnalytics />,
  },
  {
    value: 'developers',
    title: 'Developer Features',
    icon: 'bolt',
    content: <DeveloperFeatures />,
    // The specification shows this section to exactly this level.
    level: 3,
  },
  {
    value: 'mobile',
    title: 'Mobile Optimization Tips',
    icon: 'phone-device',
    content: <MobileTips />,
  },
  { value: 'support', title: 'Getting Support', icon: 'mail', content: <GettingSupport /> },
]
