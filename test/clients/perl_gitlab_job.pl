# The job of a client, done with Debian's libgitlab-api-v4-perl. Reads what it starts from as JSON on stdin, prints what
# it got as JSON. See job.ts.
use strict;
use warnings;
use GitLab::API::v4;
use JSON;

my $json  = JSON->new->utf8->allow_nonref->canonical;
my $given = $json->decode( do { local $/; <STDIN> } );
my %answers;

sub client_of {
    my ( $name, %options ) = @_;
    return GitLab::API::v4->new(
        url           => "$given->{url}/api/v3",
        private_token => $given->{$name},
        %options,
    );
}

# The library puts the status and the start of the response into its message.
sub refusal {
    my ($call) = @_;
    return 'not refused' if eval { $call->(); 1 };
    return $@ =~ /\(HTTP (\d+)\): (.*)/ ? [ $1 + 0, $2 ] : "$@";
}

sub part {
    my ( $name, $work ) = @_;
    $answers{$name} = eval { $work->() } // "failed: $@";
}

sub names { my ( $field, $list ) = @_; return [ map { $_->{$field} } @$list ]; }

my ( $root, $ada ) = ( client_of('root'), client_of('ada') );
my $project = $given->{project};

part user => sub {
    # It returns nothing.
    $root->create_user(
        {   email => 'carol@example.com', password => 'a password', username => 'carol',
            name  => 'Carol', projects_limit => 3
        }
    );
    my $carol = $root->users( { username => 'carol' } )->[0];
    my $id    = $carol->{id};
    my $read  = $root->user($id);
    $root->edit_user( $id, { name => 'Caroline' } );
    my $edited = $root->user($id);
    my @blocked = ( $root->block_user($id), $root->block_user($id), $root->unblock_user($id) );
    my $found = names( username => $root->users( { search => 'caro' } ) );
    $root->delete_user($id);
    return {
        created => [ $carol->{username}, $read->{email}, $read->{projects_limit} ],
        edited  => $edited->{name},
        blocked => \@blocked,
        found   => $found,
        gone    => $root->user($id) // 'undefined',
    };
};

part current_user => sub {
    my $me = $ada->current_user();
    return [ $me->{username}, $me->{email}, $root->current_user()->{is_admin} ];
};

sub taken {
    return [
        refusal( sub { $ada->create_current_user_ssh_key( { title => 'Again', key => $given->{key} } ) } ),
        refusal( sub { $ada->create_current_user_email( { email => 'second@example.com' } ) } ),
    ];
}

part own_keys_and_emails => sub {
    $ada->create_current_user_ssh_key( { title => 'Mill', key => $given->{key} } );
    $ada->create_current_user_email( { email => 'second@example.com' } );
    my ( $keys, $emails ) = ( $ada->current_user_ssh_keys(), $ada->current_user_emails() );
    my ( $key, $email ) = map { $_->[0]{id} } $keys, $emails;
    my $result = {
        listed => [ names( title => $keys ), names( email => $emails ) ],
        taken  => taken(),
        read   => [ $ada->user_ssh_key($key)->{key}, $ada->current_user_email($email)->{email} ],
    };
    $ada->delete_current_user_ssh_key($key);
    $ada->delete_current_user_email($email);
    $result->{left} = [ map { scalar @$_ } $ada->current_user_ssh_keys(), $ada->current_user_emails() ];
    return $result;
};

part keys_and_emails_of_another => sub {
    my $bob = $given->{bob};
    $root->create_user_ssh_key( $bob, { title => 'Mill', key => $given->{key} } );
    $root->create_user_email( $bob, { email => 'second@example.com' } );
    my ( $keys, $emails ) = ( $root->user_ssh_keys($bob), $root->user_emails($bob) );
    my $result = {
        listed => [ names( title => $keys ), names( email => $emails ) ],
        taken  => taken(),
        read   => undef,
    };
    $root->delete_user_ssh_key( $bob, $keys->[0]{id} );
    $root->delete_user_email( $bob, $emails->[0]{id} );
    $result->{left} = [ map { scalar @$_ } $root->user_ssh_keys($bob), $root->user_emails($bob) ];
    return $result;
};

part projects => sub {
    my $id = $ada->create_project( { name => 'Engine', visibility_level => 20 } )->{id};
    my $by_path = $ada->project('ada/engine')->{id} == $id;
    $ada->edit_project( $id, { description => 'Mill and store.' } );
    my $listed = names( path => $ada->projects() );
    my $bob    = $given->{bob};
    $ada->add_project_member( $id, { user_id => $bob, access_level => 30 } );
    $ada->update_project_member( $id, $bob, { access_level => 40 } );
    my @members = map { [ $_->{username}, $_->{access_level} ] } @{ $ada->project_members($id) };
    $ada->remove_project_member( $id, $bob );
    my $edited = $ada->project($id)->{description};
    $ada->delete_project($id);
    return {
        by_path => $by_path ? JSON::true : JSON::false,
        edited  => $edited,
        listed  => $listed,
        members => \@members,
        gone    => $ada->project($id) // 'undefined',
    };
};

sub awards {
    my ( $call, $kind ) = @_;
    $call->( "create_${kind}_award_emoji", { name => 'tada' } );
    my $awards = $call->("${kind}_award_emojis");
    $call->( "delete_${kind}_award_emoji", $awards->[0]{id} );
    return ( $awards, $call->("${kind}_award_emojis") );
}

# The library's own methods send no name, and list the awards of a merge request.
sub awards_of_snippet {
    my ($id) = @_;
    my $path = 'projects/:project_id/snippets/:snippet_id/award_emoji';
    my $call = sub {
        my ( $verb, $tail, @options ) = @_;
        return $ada->rest_client()->request( $verb, $path . $tail, [ $project, $id ],
            { headers => { 'private-token' => $given->{ada} }, @options } );
    };
    $call->( 'POST', '', content => { name => 'tada' } );
    my $awards = $call->( 'GET', '' );
    $ada->delete_snippet_award_emoji( $project, $id, $awards->[0]{id} );
    return ( $awards, $call->( 'GET', '' ) );
}

sub conversation {
    my ( $kind, $id ) = @_;
    my $call = sub {
        my ( $method, @args ) = @_;
        return $ada->$method( $project, $id, @args );
    };
    $call->( "create_${kind}_note", { body => $given->{text} } );
    my $note = $call->("${kind}_notes")->[0]{id};
    my $read = $call->( "${kind}_note", $note )->{body};
    $call->( "edit_${kind}_note", $note, { body => 'Louder now.' } );
    $call->( "create_${kind}_note", { body => $_ } ) for qw( second third );
    my $pages = $ada->paginator( "${kind}_notes", $project, $id, { per_page => 1 } );
    my $listed = names( body => $pages->all() );
    my ( $awards, $left ) = $kind eq 'snippet' ? awards_of_snippet($id) : awards( $call, $kind );
    my $edited = $call->( "${kind}_note", $note )->{body};
    $call->( "delete_${kind}_note", $note );
    return (
        read        => $read,
        edited      => $edited,
        listed      => $listed,
        awards      => names( name => $awards ),
        awards_left => scalar @$left,
        gone        => refusal( sub { $call->( "delete_${kind}_note", $note ) } ),
    );
}

part issue => sub {
    my $id = $ada->create_issue( $project, { title => 'It hums' } )->{id};
    return { conversation( issue => $id ),
        state => $ada->edit_issue( $project, $id, { state_event => 'close' } )->{state} };
};

part snippet => sub {
    $ada->create_project_snippet( $project,
        { title => 'Mill', file_name => 'mill.rb', code => "puts 1\n", visibility_level => 20 } );
    my $id = $ada->project_snippets($project)->[0]{id};
    # Its method for this reads the text as JSON.
    my $content = $ada->rest_client()->request( 'GET', 'projects/:project_id/snippets/:snippet_id/raw',
        [ $project, $id ], { decode => 0, headers => { 'private-token' => $given->{ada} } } );
    return { conversation( snippet => $id ), content => $content };
};

part merge_request => sub {
    my $id = $ada->create_merge_request( $project,
        { source_branch => 'humming', target_branch => 'master', title => 'Hum less' } )->{id};
    return { conversation( merge_request => $id ),
        state => $ada->edit_merge_request( $project, $id, { state_event => 'close' } )->{state} };
};

part events => sub {
    my $events = $root->paginator( 'user_events', $given->{ada_id}, { per_page => 1 } )->all();
    my %seen = map { $_->{action_name} => 1 } @$events;
    return [ sort keys %seen ];
};

part long_list => sub {
    my $all = sub {
        my $pages = $ada->paginator( 'issue_notes', $project, $given->{long_issue}, {@_} );
        return names( body => $pages->all() );
    };
    my ( $default, $hundred ) = ( $all->(), $all->( per_page => 100 ) );
    my $same = $json->encode($default) eq $json->encode($hundred);
    return [ scalar @$default, $default->[0], $default->[-1], $same ? JSON::true : JSON::false ];
};

part errors => sub {
    my @award = ( $project, $given->{long_issue}, { name => '100' } );
    $ada->create_issue_award_emoji(@award);
    return {
        unauthorized => refusal( sub { client_of('nobody')->users() } ),
        forbidden    => refusal( sub { $ada->block_user( $given->{bob} ) } ),
        not_found    => refusal( sub { $ada->edit_issue( $project, 999_999, { title => 'x' } ) } ),
        invalid      => refusal( sub { $ada->create_issue( $project, { title => '' } ) } ),
        conflict     => refusal( sub { $ada->create_issue_award_emoji(@award) } ),
        unsupported  => refusal( sub { $ada->issues( $project, { labels => 'bug' } ) } ),
        unknown_route => $ada->project_milestones($project) // 'undefined',
    };
};

part sudo => sub {
    my $issue = $root->sudo('ada')->create_issue( $project, { title => 'By sudo' } );
    return [ $issue->{author}{username}, refusal( sub { $ada->sudo('root')->users() } ) ];
};

part bearer => sub {
    my $client = GitLab::API::v4->new( url => "$given->{url}/api/v3", access_token => $given->{ada} );
    return $client->current_user()->{username};
};

print $json->encode( \%answers );
