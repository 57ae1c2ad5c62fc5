import { ShortIban } from '@/components/page/short-iban'
import { formatIban } from '@/lib/iban/format'

/** An IBAN in groups of four. A masked IBAN is shown as it is. */
export const ibanText = (iban: string): string => (/^[A-Z0-9]+$/.test(iban) ? formatIban(iban) : iban)

/** An IBAN that is shortened where there is little room. */
export const ResponsiveIban = ({ iban }: { iban: string }) => (
  <>
    <span className="max-lg:hidden print:inline">{ibanText(iban)}</span>
    <ShortIban iban={iban} className="lg:hidden print:hidden" />
  </>
)
