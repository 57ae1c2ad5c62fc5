/**
 * Given names and their familiar or other-language forms, folded, one group per item. Compiled for this project;
 * tells a variant of a given name from another name.
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
  'elsa elsbeth|fabian fabio fabien|felix|giorgia georgia|hector|igor|irene irena irina|jorge|joost|kevin|laurence|leila|marcel marcello|mario|maurice mauricio maurizio moritz|mathilde matilde|nadia nadine nadja|olga|pascal|quentin|renate renata|renee rene|ruben|ruth|tiago|xavier javier|yvonne|zoe|' +
  // More groups: the formal name first, then its familiar forms.
  'katherine kathy kate katie kat kitty cathy|catherine cathy cath kate cat|katharina kathi kathrin katrin kati käthe kaethe kathe|jose pepe ze zeca josep|josef sepp jupp pepi jozef|' +
  'giuseppe beppe peppe pino geppo|josefa pepa pepita fina|giuseppina pina pinuccia|joseph joe joey jo|johannes hans hanns jan johan hannes jens jo|giovanni gianni nanni|jean jeannot|juan juanito juancho|ioannis yiannis giannis yannis|' +
  'francesco franco cecco ciccio|franz franzl frank|francis frank fran|frances fran fanny|frantisek franta|antonio toni tonio nino toto|antoine toine tony|anton toni|antoni antek|alessandro sandro ale|alessandra sandra ale|alejandro alex jandro ale|alejandra ale|' +
  'aleksandra ola|aleksander olek|alexandre alex sacha|jakob jaap koos|jacob jake jaap koos|cornelis cees kees|dirk diederik|hendrik henk rik|willem wim|wilhelm willi willy|wilhelmina mina|elisabeth lisa liesl sissi elsbeth betty elise|isabel isa bel chabela|isabella bella isa|' +
  'maria mia mitzi marie|magdalena magda lena madzia|margarete grete gretel|margherita rita|friedrich fritz friedl|frederik frits fred|federico fede chicco|heinrich heinz heini|enrico rico|henri riton|georg schorsch jorg|jiri jirka|jan honza janek jasiek|tomas tomasek|tomasz tomek|' +
  'pawel pawelek|piotr piotrek|pietro piero|pedro perico|piet pieter|michal misiek|mikhail misha|dmitri dima mitya|dmitry dima|vladimir vova volodya|sergei seryozha|nikolai kolya|nikolaos nikos|dimitrios dimitris mimis|georgios giorgos yorgos|konstantinos kostas|' +
  'yevgeny evgeny zhenya evgeniy evgeni|maria-jose|lorenzo renzo|vincenzo enzo|gaetano tano|roberto berto robi|alberto berto tito|filippo pippo|giacomo mino|pasquale lino|raffaella lella|daniela dani|daniele dani|manuela manu|' +
  'manuel manolo manu lolo|rafael rafa|eduardo edu lalo|fernando nando|gonzalo gonza|guillermo guille memo|jeronimo jero|jesus chus chuy|miguel micky|roberto beto|sebastian sebas basti|teresa tere maite|montserrat montse|inmaculada inma|encarnacion encarna|' +
  'nicolas nico|nicola nico|nicole nicky nico|caroline caro carol|carolina caro|charlotte lotte lottie charly|christiane christl|claudia claudi|cornelia conny|constanze conny|dorothea dorle|edeltraud traudl|felicitas fee|florian flo|franziska franzi|gabriele gabi|georg gorg|' +
  'hans-peter|ignatz naz|irmgard irmi|johanna jo hanni|julia jule|katja|leopold poldi|ludwig lutz|marianne nanni|matthias matze hias|norbert nobbi|peter pit|philipp lippi|rosemarie rosi|rudolf rudi|sabine bine|sebastian wastl|stefan steff|therese resi|thomas tom thommy|' +
  'veronika vroni|walburga burgi|wilhelm helmi|agnieszka aga|barbara basia baska|beata beatka|bogdan|dariusz darek|elzbieta ela|ewelina|grazyna|henryk heniek|ireneusz irek|janusz|jaroslaw jarek|jolanta jola|karolina karola|leszek|maciej maciek|marcin|mariusz|miroslaw mirek|' +
  'przemyslaw przemek|ryszard rysiek|slawomir slawek|tadeusz tadzio|teresa renia|waldemar waldek|zdzislaw zdzisiek|zofia zosia|yves|yann|gael|loic|herve|alain|andree|anais|arnaud|aurelie|benoit ben|boris|brice|bruno|camille cam|cedric|celine|corinne|cyril|damien|delphine|' +
  'edith|estelle|eva|fabienne|francoise|franck|gaelle|genevieve|ghislaine|gilbert|gilles|ginette|helene|jocelyne|laetitia|lionel|mathieu mat|maud|michelle|mireille|monique|murielle|muriel|myriam|nadege|odette|odile|pierrette|raymond|regine|regis|roger|romain|sandrine|' +
  'severine|solange|stanislas|sylvain|valentin|vanessa|virginie|wilfried|xavier|yolande|yannick|carmen|consuelo|elvira|esther|eva|gloria|ines|leticia|lourdes|luisa|marina|noelia|nuria|paloma|rocio|rosa|soledad|susana|yolanda|alvaro|arturo|cesar|emilio|gerardo|hugo|iker|' +
  'javier javi|julio|leandro|marcos|oscar|raul|ricardo|ruben|angelo|carlo|davide|elisa|emanuele|fabrizio|franco|gianluca|gino|ilaria|leonardo|loredana|luciano|massimo|mauro|michela|mirko|nicoletta|ornella|paola|patrizia|piero|riccardo|rocco|rosanna|serena|simona|tiziana|' +
  'valentina|valerio|andreia|bruna|catia|celia|duarte|fernanda|goncalo|ines|joaquim|leonor|lurdes|margarida|nelson|nuno|rita|sandra|sergio|sonia|vasco|vitor|anke|axel|beate|birte|bodo|britta|carsten|detlef|dieter|dorit|elke|frauke|gisela|heike|heiko|heidi|henning|' +
  'hilde|ilse|ines|ingo|jutta|kai|karl|karsten|katja|klaus|knut|liselotte|maike|margot|marlies|melanie|nicole|nils|olaf|regina|renate|rosa|sven|swen|sonja|susanne|svenja|thorsten torsten|tim|ulf|volker|werner|wilfried|anouk|bram|daan|eline|femke|floor|hans|ineke|jaap|' +
  'jelle|joke|lotte|maaike|marijke|marloes|mieke|nienke|rik|roel|ruud|saskia|sjoerd|tineke|wietse|agneta|anders|bengt|birgitta|bo|elin|emil|erika|fredrik|goran|gunilla|hakan|henrik|johan|jonas|kerstin|lars lasse|lennart|linnea|mats|maj|mikael|nils|ove|pelle|rune|' +
  'stina|ulf|aino|antti|eero|eila|hanna|heikki|jari|jukka|kaisa|kari|liisa|marja|mika|paivi|pekka|pirjo|riitta|seppo|tarja|timo|tuula|ville|grainne|aoife|brendan|brian|ciara|colm|declan|eoin|fergal|fiona|fionn|kieran|maeve|niamh|noreen|orla|padraig|roisin|sinead|siobhan|' +
  'alice|amy|arthur|ashley|audrey|beverley|brenda|carol|cheryl|craig|derek|diana|diane|donna|duncan|elaine|evelyn|frances|gary|geoffrey geoff|gordon|graham|grace|heather|hilary|howard|ian|jane|janet|jason|jeffrey jeff|joan|joanne|joyce|keith|kelly|leslie|linda|lorraine|' +
  'louise|lynn|malcolm|marion|neil|nigel|norman|oliver|olivia|peggy|phyllis|ralph|raymond ray|rita|robin|roger|ross|russell|ruth|ryan|scott|sharon|sheila|shirley|stanley|stuart|sylvia|terence terry|tracy|trevor|wendy|yvette|ahmad|aisha|amina|fatou|hassan|hussein|karim|kofi|' +
  'mustafa|mariam|moussa|omar|rachid|samir|youssef|zeynep|emre|murat|ayse|hasan|huseyin|wei|ming|li|hiroshi|yuki|priya|raj|anil|sanjay|bela|laszlo|zoltan|attila|ferenc|ildiko|imre|istvan|karoly|katalin|kinga|lajos|tibor|viktoria|vaclav|zdenek|milan|miroslav|jaroslav|' +
  'vera|lenka|lucie|hana|jitka|marketa|milos|ondrej|radek|zuzana|bozena|dusan|ivana|jelena|ljubica|marija|milica|nenad|slobodan|snezana|vesna|zoran|zeljko|ana|andreea|bogdan|cristina|elena|florin|gheorghe|ioana|ion|mihaela|radu|vasile|boyko|desislava|kalin|plamen|todor|' +
  'tsvetana|zhivko|iordan|anastasia|despina|eftychia|foteini|ilias|sotiris|theodoros thodoris|aristidis|octavian|beatrice bea'

/** For each name the groups that contain it, and the groups that it heads. */
const GROUPS_OF = new Map<string, Set<number>>()
const HEADED_BY = new Map<string, Set<number>>()
const add = (map: Map<string, Set<number>>, name: string, group: number) =>
  map.set(name, (map.get(name) ?? new Set()).add(group))
GROUPS.split('|').forEach((group, index) => {
  const names = group.split(' ')
  add(HEADED_BY, names[0] ?? '', index)
  for (const name of names) add(GROUPS_OF, name, index)
})

/** Whether a folded word is a known given name, in any of its forms. */
export function isGivenName(key: string): boolean {
  return GROUPS_OF.has(key)
}

/** Whether one folded given name is a familiar or related form of the other: `bob` and `robert`. */
export function isNearGivenName(left: string, right: string): boolean {
  const isHeadOf = (head: string, form: string) =>
    [...(HEADED_BY.get(head) ?? [])].some((group) => GROUPS_OF.get(form)?.has(group))
  return isHeadOf(left, right) || isHeadOf(right, left)
}
