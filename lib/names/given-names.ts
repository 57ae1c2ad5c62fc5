/**
 * Given names and their familiar or other-language forms, folded, one group a line of the list.
 * Written here from common knowledge; used to tell a near given name from another one.
 */
const GROUPS =
  'robert bob bobby rob robbie roberto rupert|alexander alex sascha sasha sandro alessandro aleksander alexandre alejandro alexandru aleksandr xander sander oleksandr|' +
  'alexandra alex sascha sandra sasha alessandra alejandra aleksandra|jose pepe ze zeca chepe giuseppe josep josef joseph joe jupp sepp beppe peppe pino jozef|' +
  'luigi gigi luis louis lou ludwig|emmanuel manu manuel manolo emanuel emanuele immanuel|emmanuelle manu|katarzyna kasia katarina katharina catherine katherine cathy kathy kate katie kathrin katrin catarina caterina catalina kati kathi ekaterina yekaterina katya|' +
  'elizabeth liz lizzie beth betty eliza lisa elisabeth elisabetta isabel elise lisbeth liesbeth els bettina elzbieta ela|stefanie steffi stephanie stefania steph|stefan stephan stephen steven steve stephane esteban stefano steffen stepan etienne|' +
  'william bill billy will willy liam guillaume wilhelm willem guillermo guglielmo wim|richard dick rick ricky rich ricardo riccardo|james jim jimmy jamie jacques jakob jacob giacomo jaime santiago diego tiago|' +
  'john johnny jack johannes johann jan jean juan giovanni gianni joao ivan hans jens jannis ioannis yiannis giannis hannes johan ian sean janos|michael mike mick mickey michel miguel michele mikhail misha michal mikael mihai michalis|' +
  'thomas tom tommy tomas tommaso tomasz tome|anthony tony antonio anton antoine toni antoni antonis antonios|andrew andy drew andreas andre andrea andres andrzej andrey andrei andrij anders andras|daniel dan danny dani daniele|' +
  'david dave davide dawid|edward ed eddie ted teddy ned eduard eduardo edouard edoardo edek|francisco paco pancho kiko francesco francois francis frank franz frans chico curro fran ferenc franciszek|' +
  'ignacio nacho ignazio ignace|jesus chus|dolores lola|rosario charo|concepcion concha conchita|mercedes merche|guadalupe lupe|pilar pili|enrique quique kike henri henry henrik heinrich harry hank heinz hendrik enrico henrique|' +
  'joaquin quino ximo joachim achim jochen jo|gregory greg gregor gregorio gregoire|christopher chris christoph christophe cristobal cristoforo kit christof|christian chris cristiano cristian kristian|christine chris christina chrissy tina kristin kristina kristine cristina krystyna|' +
  'benjamin ben benny benji|samuel sam sammy|samantha sam|matthew matt matthias matthieu mathieu matteo mateo mateusz matias mathias matthaus|nicholas nick nicolas nikolaus klaus niklas nikola nikolaos nikos nicola nicolo nikolai mikolaj niels nils|' +
  'patrick pat paddy patricio patrizio|patricia pat patty trish tricia patrizia|peter pete pierre pedro pietro pieter petr piotr petros petar piet per peder petter|philip phil philippe filip felipe filippo philipp|ronald ron ronnie|donald don donnie|kenneth ken kenny|' +
  'charles charlie chuck carl karl carlos carlo karel karol charly|frederick fred freddy frederic friedrich fritz federico frederik fredrik|george georges georg jorge giorgio georgios giorgos yorgos jurgen juergen jorg joerg jiri yuri gyorgy jerzy goran|' +
  'gerald gerry jerry gerard gerhard gerd gert gerardo|lawrence larry laurent lorenz lorenzo laurens lars|leonard leo len lenny leonardo leon|margaret maggie meg peggy margarete greta margarita marguerite margherita margit gretchen malgorzata gosia rita|' +
  'mary molly polly maria marie mia mariana marija mariya maryam miriam|barbara barb babs bar basia|deborah deb debbie|jennifer jen jenny|jessica jess jessie|rebecca becky becca|susan sue susie suzanne susanna susanne zuzanna|' +
  'victoria vicky vicki viktoria wiktoria|valerie val valeria|veronica ronnie vero veronika veronique weronika|theodore theo ted teodor theodor fjodor|timothy tim timo timotheus|vincent vince vinny vincenzo vicente|walter walt wally gauthier|' +
  'zachary zach zack|nathaniel nat nate nathan|abigail abby|amanda mandy|angela angie angelika|dorothy dot dolly dorothea dorota|eleanor ellie nell nora eleonore elena ellen helen helena helene eleni lena ilona|florence flo florentina|gabriel gabe gabi gabriele|gabriela gabi gaby gabriella gabriele gabrielle|' +
  'jacqueline jackie|judith judy judit|kimberly kim|madeleine maddy magdalena magda lena madalena|natalie nat natalia natasha nathalie natascha natalya|pamela pam|penelope penny|rachel rae raquel rahel|sarah sally sara|theresa terry tess teresa therese resi|' +
  'wolfgang wolf wolfi|maximilian max maxi maximilien massimiliano|maxime max|sebastian basti seb sebastien sebastiano|tobias tobi|markus mark marc marco marcus marek marko marcos|dietrich dieter dirk|bernhard bernd bernard bernardo|reinhard rainer reiner|' +
  'ulrich uli ulli|ulrike uli ulli|hildegard hilde|ursula uschi ulla urszula|gertrud trude traudl|manfred manni|siegfried sigi siggi|hermann armin|eberhard ebi|gunther gunter guenther|angelika geli|susanne susi|monika moni monica monique|annette anni anne anna ann annie hanna anneke anita ana anja anya hannah|' +
  'johanna hanna hanne jana joana joanna jeanne giovanna ivana asia|grzegorz grzesiek|malgorzata gosia|agnieszka aga agnes agnese ines|wojciech wojtek|zbigniew zbyszek|stanislaw staszek stanislav|krzysztof krzysiek|jakub kuba|pawel pablo paul paolo paulo pavel pau pavlos|' +
  'tadeusz tadek|ewa eva eve|salvatore toto salvador|domenico mimmo dominik dominique domingo|raffaele lello rafael raphael rafal|vittorio victor viktor wiktor vito|filomena mena|antonia toni tonia antonella antonina|ernesto ernest ernst|guido guy|' +
  'mohammed mohamed muhammad mehmet mehdi mo|ahmed ahmet achmed|fatima fatma fatime|yusuf youssef joseph yosef|ibrahim abraham|ali aly|serhii sergey sergei serge sergio sergiy serguei|dmytro dmitri dmitry dimitri dimitrios dimitris dimiter dimitar dima|volodymyr vladimir wladimir vova|' +
  'mykola nikolay nikolai|yevhen yevgeny evgeny eugen eugene eugenio|olena elena|tetyana tatiana tatjana tanya tania|oleksiy alexey aleksei alexis alessio|hryhoriy grigory|spyridon spyros|panagiotis panos takis|konstantinos kostas costas constantin konstantin dinos|athanasios thanasis sakis|' +
  'vasileios vasilis bill basil|evangelos vangelis|aikaterini katerina katina|stavros|bertrand|dominique|fabrice|jean-luc|julien julian juliano giuliano julius giulio jules|julie julia giulia juliette giulietta|laura laure lora|lucie lucia luzia lucy lucille|luc luca lucas lukas luke luka|remy remi|' +
  'thierry|yves ivo|camille kamil camila camilla|noel|sophie sofia sophia zofia zosia|chloe|emma emmy|elodie|guy|lea leah|oceane|paulette paula paulina pauline|isabelle isabella isabel isa|veerle|sanne susanna|pieter|jeroen hieronymus jerome geronimo|bartholomeus bart bartolomeo bartlomiej bartek|' +
  'adrian adrien adriano adriaan arjen|cornelis cor kees cornelius|gerrit gert gerard|hubert huib bert|albert bert al alberto albrecht|norbert bert|lambert|dirk|teun antoon|wouter walter|hugo ugo hugh|oliver olivier ollie oliviero|oscar oskar|otto|emil emilio emile|erik eric erich|ilkka|matti|jussi|juhani|pekka|' +
  'bjorn|sven|soren severin|olaf olav ole olof|gustav gus gustavo gustave|magnus|ingrid inga inge|astrid|sigrid siri|karin karen karina|kirsten kirsti kerstin|birgit birgitta brigitte bridget brigida gitte|octavian|uwe|jonas|petra|rui|marta martha|beatriz beatrice beatrix bea|lan|minh|tomas|piotr|' +
  'emily emilie emilia|claire clara klara chiara|nina|ute|ahmet|martin martino marten|simon simone|roland rolando|rolf rudolf rudi rodolfo|harald harold|holger|horst|helmut|herbert heribert|kurt conrad konrad|lothar|ralf ralph|sabine|silke|silvia sylvia sylvie|tanja|ulla|vera|claudia claude claudio|cecile cecilia|denis dennis|didier|' +
  'elsa elsbeth|fabian fabio fabien|felix|giorgia georgia|hector|igor|irene irena irina|jorge|joost|kevin|laurence|leila|marcel marcello|mario|maurice mauricio maurizio moritz|mathilde matilde|nadia nadine nadja|olga|pascal|quentin|renate renata|renee rene|ruben|ruth|tiago|xavier javier|yvonne|zoe'

const GROUPS_OF = new Map<string, Set<number>>()
GROUPS.split('|').forEach((group, index) => {
  for (const name of group.split(' ')) GROUPS_OF.set(name, (GROUPS_OF.get(name) ?? new Set()).add(index))
})

/** True when the folded word is a known given name. */
export function isGivenName(key: string): boolean {
  return GROUPS_OF.has(key)
}

/** True when two folded given names are forms of the same name: `bob` and `robert`. */
export function isNearGivenName(left: string, right: string): boolean {
  const groups = GROUPS_OF.get(right)
  return groups !== undefined && [...(GROUPS_OF.get(left) ?? [])].some((group) => groups.has(group))
}
