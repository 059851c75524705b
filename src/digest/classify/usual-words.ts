import { USUAL_WORDS_OF_OTHERS } from './usual-words-of-others.ts'

/** Words that name nothing of their own, apart from those the phrases of the training have; what is neither may be a name. */
const WORDS = `
abandon ability able about above absence absent absolute accept acceptable access accident account accurate achieve
across action active acts actual adapt added adding addition additional address adds adequate adjust admin admit
adopt advance advantage advice advised affect afford afraid after afternoon afterwards again against agency agent
agree ahead alert alias alike alive allow almost alone along already also alter although always ambiguous among
amount analysis ancestor anchor ancient anew angle announce annoying another answer anybody anything anyway anywhere
apart apology apparent appear append appetite apply appreciate approach appropriate approval approve architecture
archive argue argument around arrange array arrive article artifact ascending aside asked asking asks asleep aspect
assistant assume assure async attach attachment attack attempt attention audience author automatic autumn available
average avoid await award aware away awful awkward back background backup backward badly balance bandwidth bank bare
barrier base bash basic basis batch beautiful because become been before began begin beginning begun behave behind
being belief believe belong below bench benefit beside best better between beyond bigger biggest billing binaries
binary bits bitter black blame blank bleeding blessing blind block blog blow blue board body bold book boolean
border bored borrow boss both bottleneck bottom bounce bound boundary brackets branch brave bread break breakfast
breath bridged bridges brief bright brilliant bring broad broken brother brought browser bucket budget buffer build
built bump bunch bundle burden burn business busy button byte cabinet cable cache calibration call calm came camera
campaign cancel candidate cannot canonical capable capacity capital capture capturing card care careful carried
carries carry case cash casual catch category caught cause caution cease cell central certain chain chair challenge
chance change channel chapter character charge chart cheap cheapest check checkpoint checksum child children choice
choose chosen chunk circle claim clash class clean clear clever click client climb clipboard clock clone close
closer closing cloud clue cluster coarse code codec coffee cold collapse colleague collect colours column combine
come comfort comfortable coming command comment commit committed common compact compaction company compare compete
compile compiler complain complaint complete completion complex complicated component compress compression
compromise computed computer concern conclude condensed condition confident config configuration configured confirm
conflict confuse confusing connect connection consent consider consistent consists constant constraint construction
consume contact contain content contest context continuation continue contract contrast control convenient
conversation convert convince cookie copied copies copy core corner correct corrupt cost cough could count country
couple courage course cover crash create credit crew crisis critical cross crowd crucial culture curious current
cursor curve custom cuts cycle daily damage danger dark dash data database date dead deal dear debate debug decade
decent decide decimal decision deck decoded decoder decodes decoding deep default defect defend define definite
definition degree delay delete deliver delta demand department depend dependencies dependency deploy deployment
depth derived describe desert deserve design desk despite detail detect determine develop development device diagram
dialog dictionary diff difference different difficult digest digital digits dimensions dinner direct direction
directory dirty disable disagree disappear disaster discover discuss discussion disk display distance divide docs
doctor document does doing dollar domain done door double doubt down download dozen draft drag drama draw dream
drift drink drive driver drop dropped durable during dust duty dying each eager earlier early earn earth ease easier
easiest easily east easy edge edit editor effect effective effort eight either element eleven else elsewhere email
embarrassing embed embedded emergency emit empty enable encode encoding encounter encourage ended ending ends energy
engage engagement engine enjoy enormous enough ensure enter entire entries entry envelope environment ephemeral
episodic equal error escape especially essential establish estimate even event eventual ever every everybody
everyone everything everywhere evidence exact example excellent except exception exchange excited exclude excuse
exec execute exercise exist exit expect expense expensive experience experiment expert expire explain explicit
explore export expose express extend extension external extra extract extreme face facility fact factor fail failure
fair faith fake fall false familiar family famous fancy farm fast fastest fate fatigue fault favour favourite fear
feature feel fence fetch fewer fidelity field fifteen fifth fifty fight figure file fill filter final finance find
fine finger finish fire firm first fish fits five fixed fixture flag flaky flaw flexible flight flip floating flood
floor flow flush focus fold folk follow food fool forbid force foreign forest forever forget forgotten fork form
formal format forth forty forum forward found foundation four fraction fragile frame free freedom freeze frequent
fresh friday friend frighten from front frontmatter frozen fruit frustrate full fully function fund funny further
future gain game gaps garbage garden gate gather gave gear general generate generation generic gentle gentlest
genuine gesture gets getting ghost giant gift gist give given glad glance glass global glossary glue goal goes going
gold gone good goodbye grab grace grade gradual grand grant graph grateful great green greet grew ground group grow
grown growth guarantee guard guess guest guide gzip habit hair half hall halt hand handle handler handoff handy hang
happen happier happy hard hardware harm hash hate have having hazard head headache heals health hear heart heat
heavy heeded height held hello help hence here hero hesitate hidden hide high highest highlight hint history hits
hold hole holiday home honest hook hope horrible horse hospital host hostile hotel hour house however html huge
human humble hundred hundredth hungry hurry hurt idea ideal identical identifies identify identity idle ignore image
imagine immature immediate immutable impact implement implementation implicit imply import important impossible
impress improve inbox inch incident include inclusive income increase incredible indeed independent index indicate
individual industry infer influence inform information infrastructure inherit initial inject inner innocent input
inscribe insert inside insight insist inspect install installation instance instant instead instruct insurance
integer integrate intend intent interest interface internal internet interrupted interrupts interval into introduce
invalid invent invest investigate invite invoice involve iron island isolate issue item iteration itself jacket
january jealous join joke journal journey json jsonl judge jump june junior just keen keep kept kernel keyboard keys
kick kill kind king kitchen knee knew knife knock know knowledge known label labour lack lady lake lamp land
language large larger largest last late later latest latter laugh launch laws lawyer layer layout lazy lead leaf
leak lean learn least leave lecture left legacy legal legend length less lesson lets letter level lexicon library
libsql licence license lies life lifetime lifted light like limit line lineage linear link lint list listen literal
little live living load local lock logic logs lonely long longest look lookup loop loopback loose lose loss lossless
lossy lost loud love lower luck lucky lunch machine made magic mail main maintain maintenance major make making
malformed manage manager manifest manner manual many margin mark markdown market marriage masked mass master match
material materialize math matter mature maximum maybe meal mean meant meanwhile measure mechanism medians medium
meet megabytes member memory mended mending mends mental mention menu merge merging mess message messy meta metadata
method microseconds middle might migrate migration milestone million milliseconds mind mine minimum minor minute
mirror misleading miss mistake mixed mobile mock mode model modern module moment monday money monitor month mood
more morning most mother motion mount mouse mouth move movement much multiple music must mutual mystery naive naked
name naming napi narrow nasty native natural nature navigate near nearby nearest neat necessary neck need needle
negative neighbour neither nerve nervous nested nests network neutral never nevertheless newer newest newline news
newspaper next nice night nine nobody node noise noisy none noon normal north nose note nothing notice notion
november nowhere null number numerous object oblige observe obvious occasion occur october offer office officer
offset often okay older oldest once ones online only onto open operate operation operator opinion opportunity oppose
opposite option optional orange order ordinal ordinary organ origin original other otherwise ought ours ourselves
outcome outdated outer outline output outside over overall overflow overhead overlap override overview overwhelm
owner owns pace pack package page paid pain painful paint pair panel panic paper paragraph parallel parameter parent
park parse parser parsing part partial particular partner party pass passages passwords past patch path patience
patient pattern pause payment pays peace peak peeked peer people percent percentage perfect perform performance
perhaps period permanent permission permit person personal phase phone photo phrase physical pick picture piece pile
pill pilot pinned pipe pipeline pity pixel place plain plan planet planned plant plastic plate platform play
pleasant please pleasure plenty plot plug plugin plus pocket point poison policy polish polite political poll pool
poor popular port position positive possible post potential pound pour power practical practice pragma prebuilt
precise predict prefer prefix prepare present preserve preset press pressure pretend pretty prevent preview previous
price pride primary prime principal print prior priority private prize probable probes problem procedure process
processor produce product production profession profile profit program progress project promise promote prompt proof
proper property proposal propose prose protect protocol proud prove proven provide provider public publish pull pump
pure purpose push puts putting puzzle quality quantity quarter query question queue quick quiet quirk quit quite
quota quote race radio rain raise random range rank rapid rare rate rather ratio reach react read readable ready
real realise reality reason reasonable rebase rebuild recall receive recent recipe recognise recommend record
recover recovery recurring redirect redo reduce redundant refactor refer reference reflect refresh refuse regard
region register registry regression regret regular reject relate relation relationship relative relax release
relevant reliable relied relief rely remain remember remind remote remove rename render repair repeat replace
replacement replicate replies reply report repository represent request require research reserve reset resist
resolve resource respect respond response responsible rest restart restaurant restore restrict result resumable
resume resuming retain retention retire retrieval retry return reuse reveal reversed revert review revise reward
rewound rewrite rewritten rich ride right ring rise risk risky rival river road robust role roll rollout rollover
roof room root rotate rotted rough round route routine rows rubbish rude ruin rule running runs runtime rush
sacrifice safe safer safety said salary sale salt same sample sandwich sane satisfy saturday save saving saying says
scale scan scary scene schedule schema scheme school science scope score scratch screen script scroll seal search
season seat second secret secretlint section secure security seek seem seen sees segment seldom select self sell
send senior sense sensible sensitive sent sentence separate separator september sequence serial series serious serve
server service session sets setting settle setup seven several severe shadow shake shall shallow shame shape share
sharp shelf shell shift shine ship shirt shock shoot shop short shot should shout show shown shut sick side sight
sign signal signature silence silent silly similar simple simpler simplest simplicity simply since single sink
sister site situation sixteen size sketch skill skip skipped slack sleep slice slide slight slip slope slow slowest
slug small smallest smart smell smile smoke smooth snap snapshot sneaky snippet social socket soft software solid
solution solve some somebody somehow someone something sometimes somewhat somewhere song soon sorry sort soul sound
source south space span spare spawned speak special specific speech speed spell spend spin spirit splices split
spoil spoke sponsor spot spread spring square stable stack staff stage stale stall stamp stand standard star stare
start startup state statement static station status stay stderr stdin stdout steady steal steel steep step stick
still stock stomach stone stood stop stopped storage store storm story straight strange strategy stray stream street
strength stress stretch strict strike string strip strong structure struggle student studio study stuff stupid style
subagent subject submit subset subtle succeed success such sudden suffer sugar suggest suggestion suit suite
summaries summarize summarizer summary summer sunday super superseded supply support suppose sure surface surgery
surprise surrogate surround survey survive suspect suspicious svelte swallow swap swapped swear sweep sweet swift
switch symbol sympathy sync synchronous syntax synthetic system table tackle tagged tags tail take taken talk tank
target task taste taxi teach team tear technical technique technology telephone television tell temper template
temporary tempt tend tenets tenth term terminal terrible test text than thank that theatre their them theme
themselves then theory there therefore these they thick thin thing think third thirty this thorough those though
thought thousand thread threat three threshold through throughout throw thrown thursday ticket tidy tied tier tight
time timeline timeout timer timestamp tiny tired title today together token tokenizers told toml tomorrow tone
tongue tonight took tool topic torn total touch tough toward tower town trace track trade tradition traffic train
transaction transcript transfer transform transition translate transport trap travel treat tree trend trial trick
tricky tried tries trigger trim trip trouble truck true truly truncate trust truth trying tuesday tune turn twelve
twenty twice twin type typical ugly ultimate unable unavailable unchanged undefined under understand understood undo
undone unexpected unfinished unhappy unique unit universal unknown unless unlike unpleasant unreadable unsetup until
unusual unwritable update upgrade upload upper upset upstream urgent usage used useful useless user usual uuid valid
validator valuable value variable variant variety various vast vector vendor verb verbose verify version very viable
victim view village violate visible vision visit vital vite voice volume vote wait wake walk wall want warm warn
warranty wash wasm waste watch water wave ways weak weakness wealth weapon wear weather website wednesday week
weekend weigh weight weird welcome well went were west what whatever wheel when whenever where whereas wherever
whether which whichever while white whoever whole whom whose wide widget width wife wild will wind window wine
winner wins winter wire wisdom wise wish with within without witness wizard woken woman wonder wonderful wooden word
work workable workflow workload workspace workstream world worried worry worse worst worth worthwhile would wound
wrap write writer writing written wrong wrote yard yeah year yellow yesterday yield young your yourself youth zero
zone
`
const usual = new Set(`${WORDS} ${USUAL_WORDS_OF_OTHERS}`.trim().split(/\s+/))
const ENDING = /(?:s|es|ed|d|ing|ly|er|'s)$/

export function isUsualWord(word: string): boolean {
  return usual.has(word) || usual.has(word.replace(ENDING, '')) || usual.has(word.replace(/(?:ed|ing|er)$/, 'e'))
}
