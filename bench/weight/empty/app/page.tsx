/** The least that a page of Next can be: what its scripts weigh is the measure of ours. */
export default function Page() {
  return <h1>Empty</h1>
}
